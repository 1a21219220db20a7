import type { QueuedParcel } from '@prankpost/contracts/parcel'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { ActionDialog } from '../../../components/action-dialog.tsx'
import { TextField } from '../../../components/text-field.tsx'
import { useNotify } from '../../../lib/notify.ts'
import { refreshParcels, refuse } from '../api.ts'
import { refusalReasons } from '../review-texts.ts'

/** Refuses a held parcel: it is not sent, it is refunded, and the customer gets a mail with the reason. */
export function RefuseDialog({ parcel, onClose }: { parcel: QueuedParcel; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const queryClient = useQueryClient()
  const notify = useNotify()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => refuse(parcel.id, reason.trim()),
    onSuccess: () => {
      notify.success('Parcel Refused', parcel.prank.name)
      onClose()
    },
    onSettled: () => {
      void refreshParcels(queryClient)
      void queryClient.invalidateQueries({ queryKey: ['orders'] })
    },
  })
  return (
    <ActionDialog
      title={`Refuse ${parcel.prank.name}?`}
      submitLabel="Refuse and Refund"
      isPending={isPending}
      isReady={reason.trim() !== ''}
      error={error}
      unknownOutcome="It is not known whether the parcel is refused. Send it again: it is refunded only once."
      onSubmit={() => mutate()}
      onClose={onClose}
    >
      <p>The parcel is not sent, and what was paid for it is refunded. This cannot be undone.</p>
      <TextField
        label="Reason, for the customer"
        maxLength={200}
        disabled={isPending}
        value={reason}
        onChange={setReason}
      />
      <fieldset className="refusal-reasons">
        <legend className="hint">Templates</legend>
        {refusalReasons.map((text) => (
          <Button key={text} size="small" disabled={isPending} onClick={() => setReason(text)}>
            {text}
          </Button>
        ))}
      </fieldset>
    </ActionDialog>
  )
}
