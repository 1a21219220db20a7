import type { OrderStatus, OrderType } from '@prankpost/contracts/order'
import type { StatusMap } from '../../components/status-badge.tsx'

/** An order's statuses, for badge, filter and dropdown. */
export const orderStatuses: StatusMap<OrderStatus> = {
  pending: { label: 'Pending', color: 'gold' },
  paid: { label: 'Paid', color: 'green' },
  processing: { label: 'Processing', color: 'cyan' },
  shipped: { label: 'Shipped', color: 'blue' },
  delivered: { label: 'Delivered', color: 'purple' },
  payment_failed: { label: 'Payment Failed', color: 'red' },
  cancelled: { label: 'Cancelled', color: 'orange' },
}

/** The types of orders, for the badge (specification, section 2). */
export const orderTypes: StatusMap<OrderType> = {
  once: { label: 'One-Time', color: 'default' },
  monthly: { label: 'MONTHLY', color: 'magenta' },
  subscription: { label: 'SUBSCRIPTION', color: 'magenta' },
}
