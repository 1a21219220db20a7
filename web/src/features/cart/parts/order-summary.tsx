import type { CheckedDiscount } from '@prankpost/contracts/discount'
import { dollars } from '@prankpost/web-kit'
import { flagSlot } from '@prankpost/web-kit/storage'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../../../components/button.tsx'
import { ClosedButton } from '../../../components/closed-notes.tsx'
import { DiscountBox } from '../../../components/discount-box.tsx'
import { TitledPanel } from '../../../components/panel.tsx'
import { promptSignIn, useAuthPrompt } from '../../../lib/auth-prompt.ts'
import { type CartItem, countOf } from '../../../lib/cart.ts'
import { type PriceNews, totalCents } from '../../../lib/cart-changes.ts'
import type { DateNews } from '../../../lib/delivery-dates.ts'
import { useSession } from '../../../lib/session.ts'
import { useClosure } from '../../../lib/shop.ts'
import { PaymentPanel } from './payment-panel.tsx'

/** Survives the reload after sign-in: the guest was about to pay. */
const payAfterSignInSlot = flagSlot('session', 'prankpost-pay-after-sign-in')

interface OrderSummaryProps {
  cart: CartItem[]
  discount: CheckedDiscount | null
  /** Prices that have changed: the customer confirms the new total once more. */
  prices: PriceNews[]
  /** Days by which items can no longer arrive: confirmed in the same way. */
  dates: DateNews[]
  /** Whether the payment page is opening; and what is called when this changes. */
  isBusy: boolean
  onBusy: (isBusy: boolean) => void
  /** Called when the customer is redirected to the payment page and the cart is parked. */
  onLeave: () => void
}

/** The total and the payment button; guests sign in first. */
export function OrderSummary({ cart, discount, prices, dates, isBusy, onBusy, onLeave }: OrderSummaryProps) {
  const { user, isPending } = useSession()
  const [isPaying, setPaying] = useState(false)
  const closure = useClosure()
  const total = totalCents(cart, discount)
  useEffect(() => {
    if (prices.length > 0 || dates.length > 0) setPaying(false)
  }, [prices, dates])
  usePaymentAfterSignIn(Boolean(user), () => setPaying(true))

  const signInToPay = () => {
    payAfterSignInSlot.set(true)
    promptSignIn()
  }
  const cancel = () => {
    flushSync(() => setPaying(false))
    document.getElementById('pay-now')?.focus()
  }
  return (
    <TitledPanel title="Order Summary" colour="bg-sun" className="lg:sticky lg:top-24">
      <div className="grid gap-5 p-5">
        <div inert={isBusy}>
          <DiscountBox discount={discount} scope="once" />
        </div>
        <dl className="grid grid-cols-[1fr_auto] gap-y-2 font-bold">
          <dt>Items</dt>
          <dd className="text-right tabular-nums">{countOf(cart)}</dd>
          <dt>Shipping</dt>
          <dd className="text-right text-[#0b6b3c]">FREE</dd>
          <dt className="border-ink/20 border-t-2 border-dashed pt-3 font-display font-normal text-2xl">
            Total
          </dt>
          <dd className="border-ink/20 border-t-2 border-dashed pt-3 text-right font-display font-normal text-2xl tabular-nums">
            {dollars(total)}
          </dd>
        </dl>
        {closure ? (
          <ClosedButton closure={closure} />
        ) : isPaying && user ? (
          <PaymentPanel totalCents={total} user={user} onBusy={onBusy} onLeave={onLeave} onCancel={cancel} />
        ) : user || isPending ? (
          <Button
            id="pay-now"
            variant="loud"
            wide
            className="text-xl"
            disabled={isPending}
            onClick={() => setPaying(true)}
          >
            Pay Now
          </Button>
        ) : (
          <Button variant="loud" wide className="text-xl" onClick={signInToPay}>
            Sign In to Pay
          </Button>
        )}
      </div>
    </TitledPanel>
  )
}

/** Opens the payment panel once a guest who wanted to pay is signed in, also after the reload of sign-in. */
function usePaymentAfterSignIn(isSignedIn: boolean, onReady: () => void) {
  const isPromptOpen = useAuthPrompt() !== null
  const [wasOpen, setWasOpen] = useState(false)
  useEffect(() => {
    if (isPromptOpen) return setWasOpen(true)
    if (isSignedIn) {
      if (!payAfterSignInSlot.get()) return
      payAfterSignInSlot.clear()
      onReady()
    } else if (wasOpen) {
      // The dialog was closed without signing in: the payment is no longer intended.
      payAfterSignInSlot.clear()
      setWasOpen(false)
    }
  })
}
