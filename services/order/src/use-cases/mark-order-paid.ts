import type { EventData } from '@prankpost/contracts'
import { type Change, NotYet } from '@prankpost/messaging'
import { arrivalInEvent } from '../arrivals.ts'
import { type Deps, emit } from '../deps.ts'
import { newRefund, unrefundedCents } from '../new-refund.ts'
import { noLongerUnpaid, type Order, searchTermsOf, statusEntry } from '../order.model.ts'
import { pendingReview, revisionOf } from '../parcels.ts'
import { leftCents, moneyFields } from '../refund.model.ts'
import { refundRequested, statusChanged } from '../reports.ts'
import { screenedOrder } from '../reviews.ts'

/**
 * Marks an order paid and emits order-paid. A repeat changes nothing. A payment that arrives after `payment_failed`
 * still counts, because the customer's money was transferred. When the operator had set the order to paid, and parcels of it were
 * withdrawn before the payment arrived, they are refunded: the decision is part of the same write.
 * @throws NotYet when the order does not exist here yet (the message is redelivered later)
 */
export async function markOrderPaid(
  { orderId, paymentIntentId, paidAt }: EventData<'payment-succeeded'>,
  { outbox, now }: Deps,
): Promise<void> {
  const result = await outbox.change({ _id: orderId }, (order) => {
    if (order.paidAt !== undefined && order.paymentIntentId !== null) return null
    const searchTerms = searchTermsOf({ ...order, paymentIntentId })
    const noted = { $set: { paymentIntentId, searchTerms } }
    if (order.paidAt !== undefined) return latePayment({ ...order, paymentIntentId }, noted.$set, now())
    const { events, ...update } = becomePaid(order, 'payment', { paidAt: new Date(paidAt), at: now() })
    return { update: { ...update, $set: { ...noted.$set, ...update.$set } }, events }
  })
  if (result === null) throw new NotYet(`order ${orderId}`)
}

/**
 * The operator already set the order to paid: the payment is recorded, and refunded for the parcels that were withdrawn meanwhile.
 * Those with a failed refund are a task of the operator already. An order that was set back to pending becomes paid again.
 */
function latePayment(order: Order, noted: Partial<Order>, at: Date): Change<Order> {
  const { update, events } = refundWithdrawn(order, noted, at)
  if (order.status !== 'pending') return { update, events }
  const status = 'paid' as const
  const changed = statusChanged({ ...order, status }, { from: order.status, actor: 'payment', at })
  return {
    update: {
      $set: { ...update.$set, status },
      $push: { statusHistory: statusEntry(status, 'payment', at) },
    },
    events: [...events, changed],
  }
}

function refundWithdrawn(order: Order, noted: Partial<Order>, at: Date) {
  const { items, refunds = [], paymentIntentId, status } = order
  const tasks = refunds.filter((one) => one.status === 'failed').flatMap(({ shares }) => shares)
  const itemIds = items
    .filter(({ id, withdrawnAt }) => withdrawnAt && !tasks.some(({ itemId }) => itemId === id))
    .map(({ id }) => id)
  const amountCents = Math.min(leftCents(order), unrefundedCents(order, itemIds))
  if (amountCents === 0 || paymentIntentId === null) return { update: { $set: noted }, events: [] }
  const cancelled = status === 'cancelled' ? 'The order' : 'A part of the order'
  const reason = `${cancelled} was cancelled before its payment arrived.`
  const refund = newRefund(order, { amountCents, itemIds, by: 'operator', reason, at })
  const money = moneyFields(order, { refunds: [...refunds, refund] })
  return { update: { $set: { ...noted, ...money } }, events: [refundRequested(order, refund)] }
}

/**
 * The change that makes an order paid, with the only order-paid event of the order. If an operator had set its status, which was
 * reported, the new status is reported, too.
 */
function becomePaid(stored: Order, actor: string, { paidAt, at }: { paidAt: Date; at: Date }) {
  const order = screenedOrder(stored)
  const isStatusReported = stored.statusHistory.some((entry) => entry.actor === 'admin')
  const next = { ...order, status: 'paid' as const, paidAt }
  return {
    $set: {
      ...{ status: 'paid' as const, paidAt, announcedAt: at },
      ...(order.items === stored.items ? {} : { items: order.items }),
    },
    $unset: noLongerUnpaid,
    $push: { statusHistory: statusEntry('paid', actor, at) },
    events: [
      orderPaid(order, paidAt),
      ...(isStatusReported ? [statusChanged(next, { from: stored.status, actor, at })] : []),
    ],
  }
}

/** The event that reports a one-time order as paid, with the holds and dates of its parcels. */
export function orderPaid(order: Order, paidAt: Date) {
  const parcelsRevision = revisionOf({ items: order.items })
  return emit('order-paid', String(order._id), {
    orderId: String(order._id),
    ownerId: order.ownerId,
    items: parcelsOf(order).map((parcel, index) => ({ ...parcel, ...inEvent(order.items[index]) })),
    ...(parcelsRevision > 0 && { parcelsRevision }),
    totalCents: order.totalCents,
    discountCode: order.discountCode,
    discountCents: order.discountCents ?? null,
    customMessage: order.customMessage,
    paidAt: paidAt.toISOString(),
  })
}

/** The hold and the date of a parcel, if it has them. */
function inEvent(item: Order['items'][number] | undefined) {
  if (item === undefined) return {}
  const review = pendingReview(item)
  return {
    ...(review !== null && { heldBecause: item.heldBecause ?? null, review }),
    ...(item.arriveBy && arrivalInEvent(item)),
  }
}

/** The items of a one-time order as parcels, each with the parcel id that all services use. */
export const parcelsOf = ({ _id, items }: Order) =>
  items.map(({ id, prank, contactId, contact, quantity, priceCents }) => ({
    parcelId: `${_id}-${id}`,
    prank,
    contactId,
    contact,
    quantity,
    priceCents,
  }))
