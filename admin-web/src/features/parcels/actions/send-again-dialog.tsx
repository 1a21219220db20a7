import type { QueuedParcel } from '@prankpost/contracts/parcel'
import { ActionDialog, useAction } from '../../../components/action-dialog.tsx'
import { refreshParcelsAndOrders, sendAgain } from '../api.ts'

/** Sends a parcel again that came back: it returns to the queue. However often it is asked for, it is sent once. */
export function SendAgainDialog({ parcel, onClose }: { parcel: QueuedParcel; onClose: () => void }) {
  const action = useAction({
    act: () => sendAgain(parcel.id),
    done: () => ['To Pack Again', parcel.prank.name],
    onDone: onClose,
    refresh: refreshParcelsAndOrders,
  })
  return (
    <ActionDialog
      title={`Send ${parcel.prank.name} again?`}
      submitLabel="Send Again"
      action={action}
      isReady
      unknownOutcome="It is not known whether it is sent again. Try again: a parcel is sent again only once."
      onClose={onClose}
    >
      <p>
        The parcel{parcel.recipient && ` to ${parcel.recipient.name}`} goes back to the queue, with the same
        address and a new label. The customer gets a mail, and pays nothing.
      </p>
    </ActionDialog>
  )
}
