import type { ItemStatus, OrderStatus, OrderType } from '@prankpost/contracts/order'
import type { DisputeStatus, RefundStatus } from '@prankpost/contracts/refund'
import type { FulfillmentStatus, Subscription } from '@prankpost/contracts/subscription'
import type { ContactMessageStatus } from '@prankpost/contracts/support'
import type { StatusMap } from './status-badge.tsx'

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

/** The states of a parcel. */
export const itemStatuses: StatusMap<ItemStatus> = {
  waiting: { label: 'Waiting', color: 'default' },
  preparing: { label: 'Preparing', color: 'gold' },
  packed: { label: 'Packed', color: 'cyan' },
  held: { label: 'Held', color: 'red' },
  shipped: { label: 'Shipped', color: 'blue' },
  delivered: { label: 'Delivered', color: 'purple' },
  cancelled: { label: 'Cancelled', color: 'orange' },
}

/** The states of a refund. */
export const refundStatuses: StatusMap<RefundStatus> = {
  pending: { label: 'Pending', color: 'gold' },
  succeeded: { label: 'Succeeded', color: 'green' },
  failed: { label: 'Failed', color: 'red' },
}

/** The states of a dispute. */
export const disputeStatuses: StatusMap<DisputeStatus> = {
  open: { label: 'Open', color: 'red' },
  won: { label: 'Won', color: 'green' },
  lost: { label: 'Lost', color: 'orange' },
}

/** A plan's statuses, for its badge. */
export const planStatuses: StatusMap<Subscription['status']> = {
  active: { label: 'Active', color: 'green' },
  past_due: { label: 'Past due', color: 'gold' },
  cancelled: { label: 'Cancelled', color: 'default' },
}

/** The filters of the list; without a filter it shows active and past-due plans. */
export const planFilters: StatusMap<Subscription['status'] | 'all'> = {
  ...planStatuses,
  all: { label: 'All', color: 'default' },
}

/** The fulfilment status of the paid month (design, section 6). */
export const fulfillmentStatuses: StatusMap<FulfillmentStatus> = {
  green: { label: 'All shipped', color: 'green' },
  yellow: { label: 'Due', color: 'gold' },
  red: { label: 'Overdue', color: 'red' },
}

/** A message's statuses, for badge, filter and dropdown. */
export const mailStatuses: StatusMap<ContactMessageStatus> = {
  new: { label: 'New', color: 'gold' },
  in_progress: { label: 'In Progress', color: 'blue' },
  resolved: { label: 'Resolved', color: 'green' },
}
