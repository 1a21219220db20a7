import type { AdminOrder } from '@prankpost/contracts/order'
import { ActionDialog } from '../../../components/action-dialog.tsx'
import { useNotify } from '../../../lib/notify.ts'
import { resolveRefund } from '../api.ts'
import { useOrderAction } from './use-order-action.ts'

interface ResolveDialogProps {
  order: AdminOrder
  refund: AdminOrder['refunds'][number]
  onClose: () => void
}

/** Marks a failed refund as handled, so that the overview does not list it any more. */
export default function ResolveDialog({ order, refund, onClose }: ResolveDialogProps) {
  const notify = useNotify()
  const { start, isPending, error } = useOrderAction({
    send: () => resolveRefund(order.id, refund.id),
    onDone: () => {
      onClose()
      notify.success('Refund Handled', `$${refund.amount} of order ${order.orderNumber}`)
    },
  })
  return (
    <ActionDialog
      title={`Mark the failed refund of $${refund.amount} as handled?`}
      submitLabel="Mark as Handled"
      isPending={isPending}
      isReady
      error={error}
      unknownOutcome="It is not known whether it was saved. Saving it again is safe."
      onSubmit={start}
      onClose={onClose}
    >
      <p>
        This sends no money. Mark it once the customer was paid in another way, or after a new refund of the
        same amount.
      </p>
    </ActionDialog>
  )
}
