import { dollars } from '@prankpost/web-kit'
import { useSlot } from '@prankpost/web-kit/storage'
import { ArrowLeft } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { Link } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { CatalogNotice } from '../../components/catalog-notice.tsx'
import { Notice } from '../../components/notice.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { Avatar, PrankPicture } from '../../components/picture.tsx'
import { type CartItem, cartSlot, countOf } from '../../lib/cart.ts'
import { keysOf, totalCents, unitPrices } from '../../lib/cart-changes.ts'
import { useDiscount } from '../../lib/discount-check.ts'
import { useSettledPayment } from '../../lib/last-payment.ts'
import { useOnReturn } from '../../lib/on-return.ts'
import { paths } from '../../lib/paths.ts'
import { type CatalogNews, useCatalogNews } from '../../lib/price-news.ts'
import { toastError } from '../../lib/toasts.ts'
import { PayButton } from './parts/pay-button.tsx'

/** The checkout: items, total and the payment button. */
export default function CheckoutPage() {
  const cart = useSlot(cartSlot)
  const discount = useDiscount()
  const news = useCatalogNews()
  const [isLeaving, setLeaving] = useState(false)
  useOnReturn(useCallback(() => setLeaving(false), []))
  useSettledPayment()
  useRedirectWhenEmpty(cart.length === 0 && !isLeaving)
  const total = totalCents(cart, discount)
  return (
    <div className="page py-10">
      <PageHead title="Checkout" noIndex />
      <div className="mx-auto max-w-xl">
        <Link
          to={paths.cart}
          className="inline-flex min-h-11 items-center gap-2 font-extrabold text-grape underline-offset-4 hover:underline"
        >
          <ArrowLeft className="size-5" strokeWidth={3} aria-hidden="true" />
          Back to Cart
        </Link>
        <h1 className="mt-2 mb-6 text-4xl sm:text-5xl">Checkout</h1>
        <CatalogNotice news={news} />
        {cart.length === 0 ? (
          isLeaving && <Redirecting />
        ) : (
          <section aria-label="Order" className="panel overflow-hidden">
            <div className="airmail border-ink border-b-[2.5px]" aria-hidden="true" />
            <Lines cart={cart} prices={unitPrices(cart, discount)} pranks={news.pranks} />
            <div className="grid gap-4 border-ink/20 border-t-2 border-dashed p-5">
              <dl className="grid grid-cols-[1fr_auto] gap-y-2 font-bold">
                <dt>Items</dt>
                <dd className="text-right tabular-nums">{countOf(cart)}</dd>
                <dt>Shipping</dt>
                <dd className="text-right text-[#0b6b3c]">FREE</dd>
                <dt className="font-display font-normal text-2xl">Total</dt>
                <dd className="text-right font-display font-normal text-2xl tabular-nums">
                  {dollars(total)}
                </dd>
              </dl>
              <PayButton totalCents={total} onLeave={() => setLeaving(true)} />
            </div>
          </section>
        )}
      </div>
    </div>
  )
}

/** Redirects to the cart when it is empty, also when another tab empties it. */
function useRedirectWhenEmpty(isEmpty: boolean) {
  useEffect(() => {
    if (!isEmpty) return
    // The parked cart of a customer who returned without paying is back by now.
    if (cartSlot.get().length > 0) return
    toastError('Cart Empty', 'Your cart is empty. Please add items before checkout.')
    navigate(paths.cart, { replace: true })
  }, [isEmpty])
}

function Redirecting() {
  return (
    <div role="status">
      <Notice picture="lock" title="One moment">
        Taking you to the payment page.
      </Notice>
    </div>
  )
}

interface LinesProps {
  cart: CartItem[]
  /** The price of one parcel of each item. */
  prices: number[]
  pranks: CatalogNews['pranks']
}

function Lines({ cart, prices, pranks }: LinesProps) {
  const keys = keysOf(cart)
  return (
    <ul aria-label="Items" className="grid gap-3 p-5">
      {cart.map((item, index) => (
        <li key={keys[index]} className="flex items-center gap-3">
          <span className="relative shrink-0">
            <PrankPicture image={item.prankImageUrl} picture={pranks.get(item.prankId)?.picture} size={48} />
            <Avatar id={item.contactProfilePicture} size={26} className="-right-2 -bottom-1 absolute" />
          </span>
          <span className="min-w-0 flex-1 break-words pl-1 leading-snug">
            <span className="block font-extrabold">{item.prankName}</span>
            <span className="text-ink-soft">for {item.contactName}</span>
          </span>
          <span className="font-display text-xl tabular-nums">
            {item.quantity > 1 && <span className="text-base text-ink-soft">{item.quantity} × </span>}
            {dollars(prices[index] ?? 0)}
          </span>
        </li>
      ))}
    </ul>
  )
}
