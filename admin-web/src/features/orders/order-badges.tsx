import type { AdminOrder } from '@prankpost/contracts/order'
import { Tag } from 'antd'
import { StatusBadge } from '../../components/status-badge.tsx'
import { orderStatuses, orderTypes } from './statuses.ts'

/** The badges of an order: its type, whether its customer has a plan, and its status. */
export function OrderBadges({ order: { subscriptionType, user, status } }: { order: AdminOrder }) {
  return (
    <>
      <StatusBadge statuses={orderTypes} value={subscriptionType} />
      {user?.stripeSubscriptionId && (
        <Tag color="purple" className="status-badge">
          SUBSCRIBER
        </Tag>
      )}
      <StatusBadge statuses={orderStatuses} value={status} />
    </>
  )
}
