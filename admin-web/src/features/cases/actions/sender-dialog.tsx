import type { AdminCase, CaseSenders } from '@prankpost/contracts/case'
import { shortId } from '@prankpost/web-kit'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { ActionDialog } from '../../../components/action-dialog.tsx'
import { TextAreaField } from '../../../components/text-field.tsx'
import { tabLink } from '../../../lib/url-params.ts'
import { revealSender } from '../api.ts'

/** Shows who sent the reported parcels, once the operator has said why. What was shown is not kept after the dialog. */
export function SenderDialog({ reported, onClose }: { reported: AdminCase; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const { mutate, isPending, error, data } = useMutation({
    mutationFn: () => revealSender(reported.id, reason.trim()),
    gcTime: 0,
  })
  return (
    <ActionDialog
      title="Show the sender?"
      submitLabel="Show Sender"
      action={{ start: mutate, isPending, error }}
      isReady={reason.trim() !== '' && data === undefined}
      unknownOutcome="There was no answer. Your reason may be recorded; send it again."
      onClose={onClose}
    >
      <p>The audit trail records you and your reason. The recipient must not learn what you read.</p>
      <TextAreaField
        label="Reason"
        maxLength={500}
        disabled={isPending || data !== undefined}
        value={reason}
        onChange={setReason}
      />
      <div role="status">{data && <Senders {...data} />}</div>
    </ActionDialog>
  )
}

function Senders({ senders }: CaseSenders) {
  if (senders.length === 0) return <p>These parcels are not known any more.</p>
  return (
    <ul className="bulleted">
      {senders.map(({ reference, orderId, customer }) => (
        <li key={reference}>
          <p>
            <Link to={tabLink('parcels', { q: reference })}>Parcel {reference}</Link>
            {customer
              ? `: ${customer.firstName} (${customer.email})`
              : ' has no account: imported, or deleted.'}
          </p>
          {customer && (
            <p>
              <Link to={tabLink('customers', { q: customer.email })}>Open the customer</Link>
            </p>
          )}
          {orderId && (
            <p>
              <Link to={tabLink('orders', { order: orderId })}>Open the order {shortId(orderId)}</Link>
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}
