import { useState } from 'react'
import { ActionDialog, useAction } from '../../components/action-dialog.tsx'
import { TextField } from '../../components/text-field.tsx'
import { block, refreshCustomers } from './api.ts'

/** Blocks a customer, with the reason for colleagues. Sending it again keeps the first reason. */
export function BlockDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const action = useAction({
    act: () => block(id, reason.trim()),
    done: () => ['Customer Blocked'],
    onDone: onClose,
    refresh: refreshCustomers,
  })
  return (
    <ActionDialog
      title="Block this customer?"
      submitLabel="Block"
      isDanger
      action={action}
      isReady={reason.trim() !== ''}
      unknownOutcome="It is not known whether the customer is blocked. Send it again: that changes nothing twice."
      onClose={onClose}
    >
      <p>The account places no new orders and starts no plan. What is paid is still sent.</p>
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
