import type { QueuedParcel } from '@prankpost/contracts/parcel'
import { useState } from 'react'
import { ActionDialog, useAction } from '../../../components/action-dialog.tsx'
import { TextField } from '../../../components/text-field.tsx'
import { hold, refreshParcels } from '../api.ts'

/** Holds a parcel: it is not shipped until it is released. */
export function HoldDialog({ parcel, onClose }: { parcel: QueuedParcel; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const action = useAction({
    act: () => hold(parcel.id, reason.trim()),
    done: () => ['Parcel Held', parcel.prank.name],
    onDone: onClose,
    refresh: refreshParcels,
  })
  return (
    <ActionDialog
      title={`Hold ${parcel.prank.name}?`}
      submitLabel="Hold"
      action={action}
      isReady={reason.trim() !== ''}
      unknownOutcome="It is not known whether the parcel is held. Send it again: that changes nothing twice."
      onClose={onClose}
    >
      <TextField
        label="Reason, for colleagues"
        maxLength={200}
        disabled={action.isPending}
        value={reason}
        onChange={setReason}
      />
    </ActionDialog>
  )
}
