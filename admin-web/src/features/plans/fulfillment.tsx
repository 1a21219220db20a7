import { CheckCircleFilled, ClockCircleFilled, ExclamationCircleFilled } from '@ant-design/icons'
import type { FulfillmentStatus, Subscription } from '@prankpost/contracts/subscription'
import { Tag } from 'antd'
import type { ReactNode } from 'react'
import { fulfillmentStatuses } from '../../components/statuses.ts'

const dayMs = 86_400_000

// Each status has its own icon, because colour alone is not accessible.
const icons: Record<FulfillmentStatus, ReactNode> = {
  green: <CheckCircleFilled aria-hidden />,
  yellow: <ClockCircleFilled aria-hidden />,
  red: <ExclamationCircleFilled aria-hidden />,
}

/** The fulfilment status of the paid month, and when the last parcel was shipped. */
export function Fulfillment({ plan }: { plan: Subscription }) {
  const { label, color } = fulfillmentStatuses[plan.fulfillmentStatus] ?? {
    label: 'Unknown',
    color: 'default',
  }
  return (
    <>
      <Tag
        className="status-badge"
        color={color}
        icon={icons[plan.fulfillmentStatus]}
        title={`Fulfilment: ${plan.fulfillmentStatus}`}
      >
        {label}
      </Tag>{' '}
      <span>{lastShipped(plan.lastFulfillmentDate)}</span>
    </>
  )
}

/** The specification's text, with whole days and without a singular: `1 days ago`. */
function lastShipped(at: string | null): string {
  if (at === null) return 'Never shipped'
  const days = Math.max(0, Math.floor((Date.now() - new Date(at).getTime()) / dayMs))
  return `Last shipped ${days} days ago`
}

/** `2 of 3 due`; parcels due from earlier months are listed separately. */
export function parcelsDue({ parcelsDue: due, prankCount }: Subscription): string {
  const earlier = due - prankCount
  return `${Math.min(due, prankCount)} of ${prankCount} due${earlier > 0 ? `, ${earlier} more from earlier months` : ''}`
}
