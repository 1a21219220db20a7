import type { QueuedParcel } from '@prankpost/contracts/parcel'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionDialog } from '../../../components/action-dialog.tsx'
import { TextField } from '../../../components/text-field.tsx'
import { useNotify } from '../../../lib/notify.ts'
import { hold, refreshParcels } from '../api.ts'

/** Holds a parcel: it is not shipped until it is released. */
export function HoldDialog({ parcel, onClose }: { parcel: QueuedParcel; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const queryClient = useQueryClient()
  const notify = useNotify()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => hold(parcel.id, reason.trim()),
    onSuccess: () => {
      notify.success('Parcel Held', parcel.prank.name)
      onClose()
    },
    onSettled: () => void refreshParcels(queryClient),
  })
  return (
    <ActionDialog
      title={`Hold ${parcel.prank.name}?`}
      submitLabel="Hold"
      isPending={isPending}
      isReady={reason.trim() !== ''}
      error={error}
      unknownOutcome="It is not known whether the parcel is held. Send it again: that changes nothing twice."
      onSubmit={() => mutate()}
      onClose={onClose}
    >
      <TextField
        label="Reason, for colleagues"
        maxLength={200}
        disabled={isPending}
        value={reason}
        onChange={setReason}
      />
    </ActionDialog>
  )
}
