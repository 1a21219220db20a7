import type { CustomerOrder } from '@prankpost/contracts/customer-order'
import { dollars, errorText, priceCents } from '@prankpost/web-kit'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button } from '../../../components/button.tsx'
import Dialog, { type OpenState } from '../../../components/dialog.tsx'
import { Failure } from '../../../components/failure.tsx'
import { toast, toastError } from '../../../lib/toasts.ts'
import { cancelOrder, orderQuery } from '../api.ts'

interface CancelDialogProps extends OpenState {
  order: CustomerOrder
  /** Called with the server's message. */
  onCancelled: (message: string) => void
}

/** Confirms the cancellation of an order, and explains its effects. */
export default function CancelDialog({ open, onOpenChange, order, onCancelled }: CancelDialogProps) {
  const queryClient = useQueryClient()
  const readAgain = () => queryClient.invalidateQueries({ queryKey: orderQuery(order.id).queryKey })
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => cancelOrder(order.id),
    onSuccess: async (message) => {
      toast({ title: 'Order Cancelled', description: message })
      onCancelled(message)
      void queryClient.invalidateQueries({ queryKey: ['prank-history'] })
      await readAgain()
      onOpenChange(false)
    },
    onError: async (failure) => {
      toastError(
        'Cancellation Failed',
        errorText(failure, 'Your order could not be cancelled. Please try again.'),
      )
      await readAgain()
    },
  })
  const changeOpen = (next: boolean) => {
    if (isPending) return
    reset()
    onOpenChange(next)
  }
  // Refused for good: there is nothing to confirm any more.
  const isRefused = Boolean(error) && !order.can.cancel
  return (
    <Dialog
      open={open}
      onOpenChange={changeOpen}
      title="Cancel order"
      description={`Are you sure? Order ${order.number} cannot be brought back.`}
    >
      <ul className="grid list-disc gap-1.5 rounded-2xl border-2 border-ink bg-paper py-4 pr-4 pl-8 font-bold marker:text-pop-deep">
        <li>{order.items.length === 1 ? 'The parcel is' : 'All parcels are'} stopped. Nothing is sent.</li>
        <li>
          You get a full refund of {dollars(priceCents(order.total) - priceCents(order.refunded))} to the card
          you paid with.
        </li>
        <li>Your bank may take 5 to 10 business days to show it.</li>
      </ul>
      {error && (
        <Failure
          error={error}
          fallback="Your order could not be cancelled. Please try again."
          className="mt-4 [overflow-wrap:anywhere]"
        />
      )}
      <div className="mt-6 actions">
        <Button variant="primary" onClick={() => changeOpen(false)} disabled={isPending}>
          {isRefused ? 'Back to the order' : 'Keep order'}
        </Button>
        {!isRefused && (
          <Button variant="danger" busy={isPending} onClick={() => mutate()}>
            {isPending ? 'Cancelling...' : 'Cancel order'}
          </Button>
        )}
      </div>
    </Dialog>
  )
}
