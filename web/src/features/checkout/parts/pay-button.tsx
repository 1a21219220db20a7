import { dollars } from '@prankpost/web-kit'
import { useIsShown } from '@prankpost/web-kit/use-is-shown'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { Button } from '../../../components/button.tsx'
import { ClosedButton } from '../../../components/closed-notes.tsx'
import { Alert } from '../../../components/failure.tsx'
import { PaymentNotes } from '../../../components/payment-notes.tsx'
import { promptSignIn } from '../../../lib/auth-prompt.ts'
import { parcelMessageSlot } from '../../../lib/cart.ts'
import { codeFor } from '../../../lib/discount-check.ts'
import { leaveToPay, openPayment, readAgainAfterRefusal } from '../../../lib/leave-to-pay.ts'
import { useOnReturn } from '../../../lib/on-return.ts'
import { useSession } from '../../../lib/session.ts'
import { useClosure } from '../../../lib/shop.ts'
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
  const opening = useMutation({
    mutationFn: (purchase: Omit<Checkout, 'cart'>) =>
      openPayment(queryClient, (cart) => startCheckout({ ...purchase, cart })),
    onSuccess: (payment) => {
      // The customer has left the page in the meantime, and does not want to pay now.
      if (!isShown.current) return
      onLeave()
      leaveToPay(payment)
    },
    onError: (error) => {
      readAgainAfterRefusal(queryClient, error)
      toastError(
        'Checkout Error',
        error instanceof CheckoutFailed ? error.message : 'Failed to start checkout process.',
      )
    },
  })
  useOnReturn(opening.reset)

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
    opening.mutate({
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
        busy={opening.isPending || opening.isSuccess}
        onClick={pay}
      >
        <Lock className="size-5" strokeWidth={3} aria-hidden="true" />
        Pay {dollars(totalCents)}
      </Button>
      {opening.error instanceof CheckoutFailed && <Alert>{opening.error.reason}</Alert>}
      <PaymentNotes totalCents={totalCents} />
    </>
  )
}
