import type { QueuedParcel } from '@prankpost/contracts/parcel'
import { Button } from 'antd'
import { useState } from 'react'
import { ActionDialog, useAction } from '../../../components/action-dialog.tsx'
import { TextField } from '../../../components/text-field.tsx'
import { refreshParcelsAndOrders, refuse } from '../api.ts'
import { refusalReasons } from '../review-texts.ts'

/** Refuses a held parcel: it is not sent, it is refunded, and the customer gets a mail with the reason. */
export function RefuseDialog({ parcel, onClose }: { parcel: QueuedParcel; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const action = useAction({
    act: () => refuse(parcel.id, reason.trim()),
    done: () => ['Parcel Refused', parcel.prank.name],
    onDone: onClose,
    refresh: refreshParcelsAndOrders,
  })
  return (
    <ActionDialog
      title={`Refuse ${parcel.prank.name}?`}
      submitLabel="Refuse and Refund"
      action={action}
      isReady={reason.trim() !== ''}
      unknownOutcome="It is not known whether the parcel is refused. Send it again: it is refunded only once."
      onClose={onClose}
    >
      <p>The parcel is not sent, and what was paid for it is refunded. This cannot be undone.</p>
      <TextField
        label="Reason, for the customer"
        maxLength={200}
        disabled={action.isPending}
        value={reason}
        onChange={setReason}
      />
      <fieldset className="refusal-reasons">
        <legend className="hint">Templates</legend>
        {refusalReasons.map((text) => (
          <Button key={text} size="small" disabled={action.isPending} onClick={() => setReason(text)}>
            {text}
          </Button>
        ))}
      </fieldset>
    </ActionDialog>
  )
}
