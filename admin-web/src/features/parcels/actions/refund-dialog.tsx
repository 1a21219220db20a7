import type { QueuedParcel } from '@prankpost/contracts/parcel'
import { ActionDialog, useAction } from '../../../components/action-dialog.tsx'
import { useNotify } from '../../../lib/notify.ts'
import { refreshParcelsAndOrders, refundReturned } from '../api.ts'

/** Refunds a parcel that came back. Repeated requests, also of several operators, refund it once. */
export function RefundDialog({ parcel, onClose }: { parcel: QueuedParcel; onClose: () => void }) {
  const notify = useNotify()
  const action = useAction({
    act: () => refundReturned(parcel.id),
    onDone: ({ amount, status }) => {
      const what = `$${amount} for ${parcel.prank.name}`
      if (status === 'failed') notify.error('Refund Failed', `${what}. The order shows why.`)
      else if (status === 'pending')
        notify.success('Refund Requested', `${what}. Stripe has not confirmed it yet.`)
      else notify.success('Refund Sent', what)
      onClose()
    },
    refresh: refreshParcelsAndOrders,
  })
  return (
    <ActionDialog
      title={`Refund ${parcel.prank.name}?`}
      submitLabel="Refund"
      isDanger
      action={action}
      isReady
      unknownOutcome="It is not known whether the refund was made. Send it again: a parcel is refunded only once."
      onClose={onClose}
    >
      <p>
        The parcel{parcel.recipient && ` to ${parcel.recipient.name}`} came back. The customer gets{' '}
        {parcel.type === 'plan' ? 'its share of the month' : 'what was paid for it'}, less earlier refunds,
        and a mail.
      </p>
    </ActionDialog>
  )
}
