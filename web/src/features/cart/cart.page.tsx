import { useIsInBrowser, useSlot } from '@prankpost/web-kit/storage'
import { useCallback, useState } from 'react'
import { ButtonLink } from '../../components/button.tsx'
import { CatalogNotice } from '../../components/catalog-notice.tsx'
import { Notice } from '../../components/notice.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { CardsSkeleton } from '../../components/skeleton.tsx'
import { cartSlot } from '../../lib/cart.ts'
import { keysOf, removeFromCart, unitPrices } from '../../lib/cart-changes.ts'
import { useDiscount } from '../../lib/discount-check.ts'
import { useSettledPayment } from '../../lib/last-payment.ts'
import { useOnReturn } from '../../lib/on-return.ts'
import { paths } from '../../lib/paths.ts'
import { useCatalogNews } from '../../lib/price-news.ts'
import { toast } from '../../lib/toasts.ts'
import { CartItemCard } from './parts/cart-item-card.tsx'
import { OrderSummary } from './parts/order-summary.tsx'
import { ParcelMessage } from './parts/parcel-message.tsx'

/** The cart ("Your Arsenal"): its items, and the payment. */
export default function CartPage() {
  const isKnown = useIsInBrowser()
  const cart = useSlot(cartSlot)
  const keys = keysOf(cart)
  const news = useCatalogNews()
  const discount = useDiscount()
  const prices = unitPrices(cart, discount)
  const [isLeaving, setLeaving] = useState(false)
  const [isBusy, setBusy] = useState(false)
  useOnReturn(useCallback(() => setLeaving(false), []))
  useSettledPayment()
  const remove = (index: number) => {
    removeFromCart(index)
    toast({ title: 'Removed from Arsenal' })
    // The focused button was removed: move the focus to the heading of the list.
    document.getElementById('arsenal')?.focus()
  }
  return (
    <div className="page py-10">
      <PageHead title="Your Arsenal" noIndex />
      <h1 id="arsenal" tabIndex={-1} className="text-4xl outline-none sm:text-5xl">
        Your Arsenal
      </h1>
      <p className="mt-2 mb-8 text-ink-soft text-lg">
        Every parcel is sent without your name on it, anywhere in the US, with free shipping.
      </p>
      <CatalogNotice news={news} />
      {!isKnown ? (
        <div role="status" aria-label="Loading">
          <CardsSkeleton />
        </div>
      ) : cart.length === 0 && isLeaving ? (
        <div role="status">
          <Notice picture="lock" title="One moment">
            Taking you to the payment page.
          </Notice>
        </div>
      ) : cart.length === 0 ? (
        <Notice
          picture="cart"
          title="Your Arsenal is empty"
          actions={
            <ButtonLink variant="primary" to={paths.home}>
              Browse Pranks
            </ButtonLink>
          }
        >
          Pick a prank and a target, and they will meet here.
        </Notice>
      ) : (
        <div className="grid items-start gap-8 lg:grid-cols-[1fr_23rem]">
          <div className="grid gap-6" inert={isBusy}>
            <ul aria-label="Items" className="grid gap-4">
              {cart.map((item, index) => (
                <CartItemCard
                  key={keys[index]}
                  index={index}
                  item={item}
                  picture={news.pranks.get(item.prankId)?.picture}
                  isSoldOut={news.pranks.get(item.prankId)?.soldOut === true}
                  unitCents={prices[index] ?? 0}
                  onRemove={() => remove(index)}
                />
              ))}
            </ul>
            <ParcelMessage />
          </div>
          <OrderSummary
            cart={cart}
            discount={discount}
            prices={news.prices}
            dates={news.dates}
            isBusy={isBusy}
            onBusy={setBusy}
            onLeave={() => setLeaving(true)}
          />
        </div>
      )}
    </div>
  )
}
