import { errorText } from '@prankpost/web-kit'
import { useMutation } from '@tanstack/react-query'
import { Button } from '../../../components/button.tsx'
import { leaveTo } from '../../../lib/leave-to.ts'
import { useOnReturn } from '../../../lib/on-return.ts'
import { toastError } from '../../../lib/toasts.ts'
import { openBillingPortal } from '../plan-actions.ts'

/** The notice that a payment has failed, with the way out. */
export function PastDue() {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-between gap-3 rounded-2xl border-2 border-tomato bg-[#ffe9ec] px-4 py-3"
    >
      <p className="min-w-[16rem] flex-1 font-bold text-tomato">
        Your last payment did not go through. We will try your card again in the next days. With another card
        it is paid at once.
      </p>
      <ReplaceCard primary className="max-sm:w-full" />
    </div>
  )
}

/** Opens the payment provider's page to replace the card; that page leads back to the account. */
export function ReplaceCard({ primary, className = '' }: { primary?: boolean; className?: string }) {
  const portal = useMutation({
    mutationFn: openBillingPortal,
    onError: (error) =>
      toastError(
        'Card Not Replaced',
        errorText(error, 'The page to replace your card could not be opened. Please try again.'),
      ),
  })
  useOnReturn(portal.reset)
  // A callback of the call does not run when the customer has left the page.
  const open = () => portal.mutate(undefined, { onSuccess: leaveTo })
  const isBusy = portal.isPending || portal.isSuccess
  return (
    <Button variant={primary ? 'primary' : 'plain'} className={className} busy={isBusy} onClick={open}>
      {isBusy ? 'Opening...' : 'Replace Card'}
    </Button>
  )
}
