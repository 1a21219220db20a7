import type { SubscriptionLog } from '@prankpost/contracts/subscription-log'
import { dollars, priceCents } from '@prankpost/web-kit'
import type { TableColumnsType } from 'antd'
import { Link } from 'react-router-dom'
import { ProviderId } from '../../components/copyable.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { Time } from '../../components/time.tsx'
import { tabLink } from '../../lib/url-params.ts'
import { actionMap, planStatusLabel } from './statuses.ts'

/** The columns of the log (specification, section 2, 'Logs'). */
export const columns: TableColumnsType<SubscriptionLog> = [
  {
    title: 'Action',
    width: 92,
    render: (_, { action }) => <StatusBadge statuses={actionMap} value={action} />,
  },
  {
    title: 'Time',
    width: '11%',
    render: (_, { createdAt }) => <Time className="hint" at={createdAt} />,
  },
  { title: 'Customer', width: '17%', className: 'logs-any-break', render: (_, { user }) => user.email },
  {
    title: 'Status',
    width: '11%',
    render: (_, { previousStatus, newStatus }) => (
      <span className="logs-change">
        <PlanStatus status={previousStatus} /> <span aria-hidden>→</span>
        <span className="for-screen-readers">to</span> <PlanStatus status={newStatus} />
      </span>
    ),
  },
  { title: 'Pranks', width: 70, align: 'right', render: (_, { prankCount }) => prankCount },
  { title: 'Amount', width: 76, align: 'right', render: (_, { amount }) => dollars(priceCents(amount)) },
  {
    title: 'Subscription',
    width: 128,
    render: (_, { stripeSubscriptionId }) => (
      <span className="logs-plan">
        <ProviderId id={stripeSubscriptionId} what="subscription id" />
        <Link
          to={tabLink('plans', { status: 'all', q: stripeSubscriptionId })}
          aria-label={`Plan ${stripeSubscriptionId}`}
        >
          Plan
        </Link>
      </span>
    ),
  },
  {
    title: 'Details',
    className: 'logs-any-break',
    render: (_, { details, trackingNumber, adminNotes }) => (
      <>
        <div>{details}</div>
        {trackingNumber && <Extra name="Tracking">{trackingNumber}</Extra>}
        {adminNotes && <Extra name="Notes">{adminNotes}</Extra>}
      </>
    ),
  },
]

function PlanStatus({ status }: { status: string | null }) {
  return <span className={status === null ? 'hint' : undefined}>{planStatusLabel(status)}</span>
}

function Extra({ name, children }: { name: string; children: string }) {
  return (
    <div className="logs-extra">
      <span className="hint">{name}: </span>
      {children}
    </div>
  )
}
