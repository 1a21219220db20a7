import type { AdminOrder } from '@prankpost/contracts/order'
import { formatDateTime } from '@prankpost/web-kit'
import { Typography } from 'antd'
import { StatusBadge } from '../../../components/status-badge.tsx'
import { disputeStatuses } from '../../../components/statuses.ts'
import { Time } from '../../../components/time.tsx'
import { evidenceOf } from './evidence.ts'

type Dispute = AdminOrder['disputes'][number]

const effects: Record<Dispute['status'], string> = {
  open: 'Unsent parcels are held. Answer it in the Stripe dashboard.',
  won: 'The money stays here. Unsent parcels are due again.',
  lost: 'The bank has taken the money back. Unsent parcels are withdrawn.',
}

/** The disputes of an order, what they mean for its parcels, and the evidence to answer them with. */
export function Disputes({ order }: { order: AdminOrder }) {
  const { disputes } = order
  if (disputes.length === 0) return null
  return (
    <section aria-label="Disputes">
      <h3>Disputes</h3>
      <ul className="order-records">
        {disputes.map(({ id, status, reason, amount, openedAt, closedAt }) => (
          <li key={id}>
            <strong className="record-amount">${amount}</strong>
            <StatusBadge statuses={disputeStatuses} value={status} />
            <div>
              <p>{reason.replaceAll('_', ' ')}</p>
              <p>{effects[status]}</p>
              <p className="hint">
                Opened <Time at={openedAt} />
                {closedAt && `, closed ${formatDateTime(closedAt)}`}
              </p>
            </div>
          </li>
        ))}
      </ul>
      <Evidence text={evidenceOf(order)} />
    </section>
  )
}

function Evidence({ text }: { text: string }) {
  const labels = ['Copy Evidence', 'Copied']
  return (
    <>
      <h3>Evidence</h3>
      <Typography.Paragraph className="order-note" copyable={{ text, icon: labels, tooltips: labels }}>
        {text}
      </Typography.Paragraph>
    </>
  )
}
