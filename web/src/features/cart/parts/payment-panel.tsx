import { checkoutConsent } from '@prankpost/contracts/consent'
import type { User } from '@prankpost/contracts/user'
import { dollars, isSignedOut } from '@prankpost/web-kit'
import { useIsShown } from '@prankpost/web-kit/use-is-shown'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '../../../components/button.tsx'
import { ConsentText } from '../../../components/consent-text.tsx'
import { cartSlot, parcelMessageSlot } from '../../../lib/cart.ts'
import { deliveryDatesKey } from '../../../lib/delivery-dates.ts'
import { codeFor, discountKey } from '../../../lib/discount-check.ts'
import { note } from '../../../lib/funnel.ts'
import { moveGuestTargets } from '../../../lib/guest-targets.ts'
import { dropPaidCart, findPaid, parkCart } from '../../../lib/last-payment.ts'
import { paths } from '../../../lib/paths.ts'
import { pranksQuery } from '../../../lib/pranks.ts'
import { userQuery } from '../../../lib/session.ts'
import { shopQuery } from '../../../lib/shop.ts'
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
    mutationFn: async () => {
      // The items get the ids of saved targets: those that are paid are recognised by them.
      await moveGuestTargets(queryClient)
      const cart = cartSlot.get()
      const paid = await findPaid()
      if (paid) return { paid }
      const opened = await startPayment({
        cart,
        totalCents,
        user,
        discountCode: codeFor('once'),
        message: parcelMessageSlot.get(),
      })
      return { opened, cart }
    },
    // With the cart as it is paid: another tab may have changed it in the meantime.
    onSuccess: ({ paid, opened, cart }) => {
      // The customer has left the cart in the meantime, and does not want to pay now.
      if (!isShown.current) return
      onLeave()
      if (paid) {
        dropPaidCart(paid.sessionId)
        globalThis.location.assign(`${paths.success}?session_id=${paid.sessionId}&order_id=${paid.orderId}`)
        return
      }
      parkCart(opened, cart)
      for (const { prankId } of cart) note('checkout', { prankId })
      globalThis.location.assign(opened.url)
    },
    onError: (error) => {
      // Read the session again: the cart then offers to sign in.
      if (isSignedOut(error.cause)) void queryClient.invalidateQueries({ queryKey: userQuery.queryKey })
      // The refusal may be about a price, a code or a date, or because the shop is closed: the cart then announces it.
      void queryClient.invalidateQueries({ queryKey: discountKey })
      void queryClient.invalidateQueries({ queryKey: shopQuery.queryKey })
      void queryClient.invalidateQueries({ queryKey: pranksQuery.queryKey })
      void queryClient.invalidateQueries({ queryKey: deliveryDatesKey })
      toastError(error instanceof PurchaseFailed ? error.title : 'Payment Error', reasonOf(error))
    },
  })
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
      <p className="text-center text-ink-soft text-sm">
        <ConsentText wording={checkoutConsent(totalCents).wording} />
      </p>
      <p className="text-center font-semibold text-ink-soft text-sm">
        You pay by card on the payment provider's own page. Your target never learns who you are.
      </p>
    </section>
  )
}

const reasonOf = (error: Error) =>
  error instanceof PurchaseFailed ? error.message : 'Unable to process payment. Please try again.'
