import type { AdminOrder } from '@prankpost/contracts/order'
import { ActionDialog, useAction } from '../../../components/action-dialog.tsx'
import { refreshOrders, resolveRefund } from '../api.ts'

interface ResolveDialogProps {
  order: AdminOrder
  refund: AdminOrder['refunds'][number]
  onClose: () => void
}

/** Marks a failed refund as handled, so that the overview does not list it any more. */
export default function ResolveDialog({ order, refund, onClose }: ResolveDialogProps) {
  const action = useAction({
    act: () => resolveRefund(order.id, refund.id),
    done: () => ['Refund Handled', `$${refund.amount} of order ${order.orderNumber}`],
    onDone: onClose,
    refresh: refreshOrders,
  })
  return (
    <ActionDialog
      title={`Mark the failed refund of $${refund.amount} as handled?`}
      submitLabel="Mark as Handled"
      action={action}
      isReady
      unknownOutcome="It is not known whether it was saved. Saving it again is safe."
      onClose={onClose}
    >
      <p>
        This sends no money. Mark it once the customer was paid in another way, or after a new refund of the
        same amount.
      </p>
    </ActionDialog>
  )
}
