import { checkoutConsent } from '@prankpost/contracts/consent'
import { dollars, isSignedOut } from '@prankpost/web-kit'
import { useIsShown } from '@prankpost/web-kit/use-is-shown'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { Button } from '../../../components/button.tsx'
import { ClosedButton } from '../../../components/closed-notes.tsx'
import { ConsentText } from '../../../components/consent-text.tsx'
import { Alert } from '../../../components/failure.tsx'
import { promptSignIn } from '../../../lib/auth-prompt.ts'
import { cartSlot, parcelMessageSlot } from '../../../lib/cart.ts'
import { deliveryDatesKey } from '../../../lib/delivery-dates.ts'
import { codeFor, discountKey } from '../../../lib/discount-check.ts'
import { note } from '../../../lib/funnel.ts'
import { moveGuestTargets } from '../../../lib/guest-targets.ts'
import { parkCart } from '../../../lib/last-payment.ts'
import { useOnReturn } from '../../../lib/on-return.ts'
import { userQuery, useSession } from '../../../lib/session.ts'
import { shopQuery, useClosure } from '../../../lib/shop.ts'
import { toastError } from '../../../lib/toasts.ts'
import { type Checkout, CheckoutFailed, startCheckout } from '../api.ts'

interface PayButtonProps {
  totalCents: number
  /** Called when the customer is redirected to the payment page and the cart is parked. */
  onLeave: () => void
}

/** The button that opens the payment page; guests sign in first. */
export function PayButton({ totalCents, onLeave }: PayButtonProps) {
  const { user, isPending } = useSession()
  const closure = useClosure()
  const queryClient = useQueryClient()
  const isShown = useIsShown()
  const payment = useMutation({
    mutationFn: async (purchase: Omit<Checkout, 'cart'>) => {
      // The items get the ids of saved targets: those that are paid are recognised by them.
      await moveGuestTargets(queryClient)
      const cart = cartSlot.get()
      return { ...(await startCheckout({ ...purchase, cart })), cart }
    },
    // With the cart as it is paid: another tab may have changed it in the meantime.
    onSuccess: ({ url, sessionId, cart }) => {
      // The customer has left the page in the meantime, and does not want to pay now.
      if (!isShown.current) return
      onLeave()
      parkCart({ orderId: '', sessionId }, cart)
      for (const { prankId } of cart) note('checkout', { prankId })
      globalThis.location.assign(url)
    },
    onError: (error) => {
      // Read the session again: the button then offers to sign in.
      if (isSignedOut(error.cause)) void queryClient.invalidateQueries({ queryKey: userQuery.queryKey })
      // The refusal may be about a date or a code, or because the shop is closed.
      void queryClient.invalidateQueries({ queryKey: shopQuery.queryKey })
      void queryClient.invalidateQueries({ queryKey: discountKey })
      void queryClient.invalidateQueries({ queryKey: deliveryDatesKey })
      toastError(
        'Checkout Error',
        error instanceof CheckoutFailed ? error.message : 'Failed to start checkout process.',
      )
    },
  })
  useOnReturn(payment.reset)

  if (closure) return <ClosedButton closure={closure} />
  if (!user && !isPending) {
    return (
      <Button variant="loud" wide className="text-xl" onClick={() => promptSignIn()}>
        Sign In to Pay
      </Button>
    )
  }
  const pay = () => {
    if (!user) return
    payment.mutate({
      totalCents,
      discountCode: codeFor('once'),
      message: parcelMessageSlot.get(),
      user,
    })
  }
  return (
    <>
      <Button
        variant="loud"
        wide
        className="text-xl"
        disabled={isPending}
        busy={payment.isPending || payment.isSuccess}
        onClick={pay}
      >
        <Lock className="size-5" strokeWidth={3} aria-hidden="true" />
        Pay {dollars(totalCents)}
      </Button>
      {payment.error instanceof CheckoutFailed && <Alert>{payment.error.reason}</Alert>}
      <p className="text-center text-ink-soft text-sm">
        <ConsentText wording={checkoutConsent(totalCents).wording} />
      </p>
      <p className="text-center font-semibold text-ink-soft text-sm">
        You pay by card on the payment provider's own page. Your target never learns who you are.
      </p>
    </>
  )
}
