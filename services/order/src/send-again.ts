import { withoutDate } from './arrivals.ts'
import { isErased } from './forget-addresses.ts'
import { unrefundedCents } from './new-refund.ts'
import type { Order } from './order.model.ts'
import type { OrderItem } from './order-item.model.ts'
import { isSendingAgain, parcelId, pendingReview, refundKeyOf } from './parcels.ts'
import { hasLostDispute, hasOpenDispute, leftCents } from './refund.model.ts'

/**
 * Why a parcel is not sent again, for the operator; null when it may be. It came back, and it is either refunded or sent
 * again: both are decided on the order's one document. A refund that failed leaves the money here, and does not count.
 */
export function whyNotSendAgain(order: Order, item: OrderItem): string | null {
  if (isSendingAgain(item)) return 'This parcel is sent again already.'
  if (!item.returnedAt) return 'This parcel did not come back.'
  if (isErased(item)) return 'The address of this parcel was erased: it cannot be sent again.'
  if (order.status === 'cancelled') return 'This order was cancelled.'
  if (isPlanOver(order)) return 'This plan has ended: nothing more of it is sent. Refund the parcel instead.'
  if (pendingReview(item)) return 'This parcel waits for a review: it is not sent before that.'
  if (hasOpenDispute(order)) return 'A dispute about this order is open: its parcels wait for the bank.'
  if (hasLostDispute(order)) return 'The dispute about this order was lost: nothing more of it is sent.'
  return isRefunded(order, item) ? 'This parcel was refunded: it is not sent again.' : null
}

const isPlanOver = ({ plan }: Order) => Boolean(plan?.endedAt) && plan?.sendsUnsent !== true

/** Whether nothing is left of what was paid for the parcel, or for the whole order. */
function isRefunded(order: Order, { id, priceCents }: OrderItem): boolean {
  const wasPaid = priceCents > 0 && order.totalCents > 0
  const key = refundKeyOf(parcelId(order, { id }))
  // The share of a plan's month is rounded, so a cent of it may not be refunded.
  const isDecided = order.refunds?.some((one) => one.key === key && one.status !== 'failed') === true
  return wasPaid && (isDecided || leftCents(order) === 0 || unrefundedCents(order, [id]) === 0)
}

/** The parcel as if it was never sent, without a date: it is sent as soon as possible. Its next delivery is reported again, too. */
export const sentAgain = (item: OrderItem, at: Date): OrderItem => ({
  ...withoutDate(item),
  shippedAt: null,
  carrier: null,
  trackingNumber: null,
  deliveredAt: null,
  deliveryReported: false,
  returnedAt: null,
  sentAgain: [
    ...(item.sentAgain ?? []),
    { at, shippedAt: item.shippedAt, carrier: item.carrier ?? null, trackingNumber: item.trackingNumber },
  ],
})
