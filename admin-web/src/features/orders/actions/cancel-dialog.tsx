import type { AdminOrder } from '@prankpost/contracts/order'
import { useState } from 'react'
import { ActionDialog, useAction } from '../../../components/action-dialog.tsx'
import { many } from '../../../lib/many.ts'
import { useNotify } from '../../../lib/notify.ts'
import { cancelOrder, refreshOrders } from '../api.ts'
import { isSent, isUnsent } from '../order-state.ts'
import { DisputeNotice } from './dispute-notice.tsx'
import { ReasonField } from './reason-field.tsx'

/** Cancels a one-time order: its unsent parcels are withdrawn and refunded. */
export default function CancelDialog({ order, onClose }: { order: AdminOrder; onClose: () => void }) {
  const notify = useNotify()
  const [reason, setReason] = useState('')
  const action = useAction({
    act: () => cancelOrder(order.id, reason.trim()),
    onDone: ({ message, refund }) => {
      onClose()
      notify.success('Order Cancelled', `${message} Refund: $${refund.amount}.`)
      if (refund.status === 'failed') notify.error('Refund Failed', 'The order shows why.')
    },
    refresh: refreshOrders,
  })
  const unsent = order.items.filter(isUnsent).length
  const sent = order.items.filter(isSent).length
  return (
    <ActionDialog
      title={`Cancel order ${order.orderNumber}?`}
      submitLabel="Cancel Order"
      closeLabel="Keep Order"
      isDanger
      action={action}
      isReady={reason.trim() !== ''}
      unknownOutcome="It is not known whether the order was cancelled. Try again: it is cancelled and refunded only once."
      onClose={onClose}
    >
      <p>
        {many(unsent, 'parcel')} will not be sent, and the customer gets the money for{' '}
        {unsent === 1 ? 'it' : 'them'} back.
        {sent > 0 && ` ${many(sent, 'parcel')} already sent, not refunded.`}
      </p>
      <DisputeNotice order={order} />
      <ReasonField value={reason} disabled={action.isPending} onChange={setReason} />
    </ActionDialog>
  )
}
