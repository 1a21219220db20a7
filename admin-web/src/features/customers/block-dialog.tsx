import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionDialog } from '../../components/action-dialog.tsx'
import { TextField } from '../../components/text-field.tsx'
import { useNotify } from '../../lib/notify.ts'
import { block, refreshCustomers } from './api.ts'

/** Blocks a customer, with the reason for colleagues. Sending it again keeps the first reason. */
export function BlockDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const queryClient = useQueryClient()
  const notify = useNotify()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => block(id, reason.trim()),
    onSuccess: () => {
      notify.success('Customer Blocked')
      onClose()
    },
    onSettled: () => void refreshCustomers(queryClient),
  })
  return (
    <ActionDialog
      title="Block this customer?"
      submitLabel="Block"
      isDanger
      isPending={isPending}
      isReady={reason.trim() !== ''}
      error={error}
      unknownOutcome="It is not known whether the customer is blocked. Send it again: that changes nothing twice."
      onSubmit={() => mutate()}
      onClose={onClose}
    >
      <p>The account places no new orders and starts no plan. What is paid is still sent.</p>
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
