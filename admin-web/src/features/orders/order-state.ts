import type { AdminOrder, ItemStatus, OrderStatus } from '@prankpost/contracts/order'
import { centsOf } from '../../lib/amounts.ts'

export type OrderItem = AdminOrder['items'][number]

const unpaidStatuses: readonly OrderStatus[] = ['pending', 'payment_failed', 'cancelled']
const unsentStatuses: readonly ItemStatus[] = ['waiting', 'preparing', 'packed', 'held']

/** Whether the order was ever paid. */
export const wasPaid = ({ status, statusHistory }: AdminOrder) =>
  [status, ...statusHistory.map((entry) => entry.status)].some((one) => !unpaidStatuses.includes(one))

/** Whether a dispute is open: the order's unsent parcels are held until it is closed. */
export const isDisputed = ({ disputes }: AdminOrder) => disputes.some(({ status }) => status === 'open')

/** Whether the parcel was neither sent nor withdrawn. */
export const isUnsent = ({ status }: OrderItem) => unsentStatuses.includes(status)

/** Whether the parcel can have a tracking number. */
export const isTrackable = ({ status }: OrderItem) => status !== 'waiting' && status !== 'cancelled'

/** Whether the parcel is on its way or has arrived. */
export const isSent = ({ status }: OrderItem) => status === 'shipped' || status === 'delivered'

/**
 * The amount that can still be refunded: what was neither refunded nor taken back by a bank. 0 for an order that was
 * not paid by card here.
 */
export function refundableCents(order: AdminOrder): number {
  if (!wasPaid(order) || order.stripePaymentIntentId === null) return 0
  const lost = order.disputes.filter(({ status }) => status === 'lost')
  const returned = [order.refunded, ...lost.map(({ amount }) => amount)].map(centsOf)
  return Math.max(0, centsOf(order.totalAmount) - returned.reduce((sum, cents) => sum + cents, 0))
}

/** What was paid for these items, after the discount. */
export const priceOf = (items: readonly OrderItem[]) =>
  items.reduce((sum, { price, quantity }) => sum + centsOf(price) * quantity, 0)

/** Whether the operator can cancel it: a paid one-time order with parcels that were not sent. */
export const isCancellable = (order: AdminOrder) =>
  order.subscriptionType === 'once' && wasPaid(order) && order.items.some(isUnsent)
