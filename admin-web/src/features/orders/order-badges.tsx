import type { AdminOrder } from '@prankpost/contracts/order'
import { Tag } from 'antd'
import { StatusBadge } from '../../components/status-badge.tsx'
import { orderStatuses, orderTypes } from '../../components/statuses.ts'
import { isDisputed } from './order-state.ts'

/** The badges of an order: its type, whether its customer has a plan, its status, and whether a dispute holds it. */
export function OrderBadges({ order }: { order: AdminOrder }) {
  const { subscriptionType, user, status } = order
  return (
    <>
      <StatusBadge statuses={orderTypes} value={subscriptionType} />
      {user?.stripeSubscriptionId && (
        <Tag color="purple" className="status-badge">
          SUBSCRIBER
        </Tag>
      )}
      <StatusBadge statuses={orderStatuses} value={status} />
      {isDisputed(order) && (
        <Tag
          color="#a8122c"
          variant="solid"
          className="status-badge"
          title="The customer's bank has opened a dispute: unsent parcels are held."
        >
          Held
        </Tag>
      )}
    </>
  )
}
