import type { User } from '@prankpost/contracts/user'
import { dollars } from '@prankpost/web-kit'
import { useIsShown } from '@prankpost/web-kit/use-is-shown'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '../../../components/button.tsx'
import { PaymentNotes } from '../../../components/payment-notes.tsx'
import { parcelMessageSlot } from '../../../lib/cart.ts'
import { codeFor } from '../../../lib/discount-check.ts'
import { leaveToPay, openPayment, readAgainAfterRefusal } from '../../../lib/leave-to-pay.ts'
import { useOnReturn } from '../../../lib/on-return.ts'
import { pranksQuery } from '../../../lib/pranks.ts'
import { toastError } from '../../../lib/toasts.ts'
import { PurchaseFailed, startPayment } from '../api.ts'

interface PaymentPanelProps {
  totalCents: number
  user: User
  /** Called when the payment page starts or stops opening: in between, the cart that it is for must not change. */
  onBusy: (isBusy: boolean) => void
  onLeave: () => void
  onCancel: () => void
}

/** The last step before the payment provider's page: the total and the button that opens it. */
export function PaymentPanel({ totalCents, user, onBusy, onLeave, onCancel }: PaymentPanelProps) {
  const queryClient = useQueryClient()
  const panel = useRef<HTMLElement>(null)
  const isShown = useIsShown()
  useEffect(() => panel.current?.focus(), [])
  const payment = useMutation({
    mutationFn: () =>
      openPayment(queryClient, (cart) =>
        startPayment({
          cart,
          totalCents,
          user,
          discountCode: codeFor('once'),
          message: parcelMessageSlot.get(),
        }),
      ),
    onSuccess: (payment) => {
      // The customer has left the cart in the meantime, and does not want to pay now.
      if (!isShown.current) return
      onLeave()
      leaveToPay(payment)
    },
    onError: (error) => {
      readAgainAfterRefusal(queryClient, error)
      // Or about a price: the cart then announces it.
      void queryClient.invalidateQueries({ queryKey: pranksQuery.queryKey })
      toastError(error instanceof PurchaseFailed ? error.title : 'Payment Error', reasonOf(error))
    },
  })
  // Items that another tab has added keep this panel on the page that is left.
  useOnReturn(payment.reset)
  const isInProgress = payment.isPending || payment.isSuccess
  useEffect(() => {
    onBusy(isInProgress)
    return () => onBusy(false)
  }, [isInProgress, onBusy])

  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-label="Payment"
      className="grid animate-pop-in gap-3 rounded-2xl border-2 border-ink bg-grape-pale p-4 outline-none"
    >
      <p className="flex items-baseline justify-between gap-3 font-extrabold">
        You pay
        <span className="font-display font-normal text-3xl tabular-nums">{dollars(totalCents)}</span>
      </p>
      <Button variant="loud" wide className="text-lg" busy={isInProgress} onClick={() => payment.mutate()}>
        <Lock className="size-5" strokeWidth={3} aria-hidden="true" />
        Pay {dollars(totalCents)} Securely
      </Button>
      {payment.error && (
        <p role="alert" className="rounded-lg bg-card px-3 py-2 font-bold text-tomato">
          {reasonOf(payment.error)}
        </p>
      )}
      <Button wide onClick={onCancel} disabled={isInProgress}>
        Cancel Payment
      </Button>
      <PaymentNotes totalCents={totalCents} />
    </section>
  )
}

const reasonOf = (error: Error) =>
  error instanceof PurchaseFailed ? error.message : 'Unable to process payment. Please try again.'
