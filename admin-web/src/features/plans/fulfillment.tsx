import { CheckCircleFilled, ClockCircleFilled, ExclamationCircleFilled } from '@ant-design/icons'
import type { FulfillmentStatus, Subscription } from '@prankpost/contracts/subscription'
import { Tag } from 'antd'
import type { ReactNode } from 'react'
import { fulfillmentStatuses } from './statuses.ts'

const dayMs = 86_400_000

// A shape of its own for each: colour alone says nothing to many.
const icons: Record<FulfillmentStatus, ReactNode> = {
  green: <CheckCircleFilled aria-hidden />,
  yellow: <ClockCircleFilled aria-hidden />,
  red: <ExclamationCircleFilled aria-hidden />,
}

/** How far the paid month is shipped, how much is due, and when a parcel left last. */
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

/** The specification's words; days are whole and by the letter: `1 days ago`. */
function lastShipped(at: string | null): string {
  if (at === null) return 'Never shipped'
  const days = Math.max(0, Math.floor((Date.now() - new Date(at).getTime()) / dayMs))
  return `Last shipped ${days} days ago`
}

/** `2 of 3 due`; what is owed from earlier months besides is said apart. */
export function parcelsDue({ parcelsDue: due, prankCount }: Subscription): string {
  const earlier = due - prankCount
  return `${Math.min(due, prankCount)} of ${prankCount} due${earlier > 0 ? `, ${earlier} more from earlier months` : ''}`
}
