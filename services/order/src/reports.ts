import type { OrderStatus, RefundRequest } from '@prankpost/contracts'
import { emit } from './deps.ts'
import type { Order } from './order.model.ts'
import type { OrderItem } from './order-item.model.ts'
import { parcelId, parcelsState } from './parcels.ts'
import type { Refund } from './refund.model.ts'

interface StatusChange {
  from: OrderStatus
  actor: string
  at: Date
}

/** The event that reports the new status of an order; for a one-time order with the present state of its parcels. */
export const statusChanged = (order: Order, { from, actor, at }: StatusChange) =>
  emit('order-status-changed', String(order._id), {
    orderId: String(order._id),
    ownerId: order.ownerId,
    type: order.type,
    from,
    to: order.status,
    actor,
    at: at.toISOString(),
    ...(order.type === 'once' ? { current: parcelsState(order) } : {}),
  })

/** The event that reports corrected addresses or withdrawn parcels of a one-time order. */
export const parcelsChanged = (order: Order, at: Date) =>
  emit('order-parcels-changed', String(order._id), {
    orderId: String(order._id),
    ownerId: order.ownerId,
    at: at.toISOString(),
    ...parcelsState(order),
  })

/** What the events about one parcel begin with. */
export const ofParcel = (order: Order, item: OrderItem) => ({
  orderId: String(order._id),
  ownerId: order.ownerId,
  parcelId: parcelId(order, item),
})

/** The event that reports that a parcel came back and is sent again. */
export const parcelSentAgain = (order: Order, item: OrderItem, at: Date) =>
  emit('parcel-sent-again', String(order._id), {
    ...ofParcel(order, item),
    at: at.toISOString(),
  })

/** The event that reports that a recipient answered. It contains nothing of the answer. */
export const parcelReacted = (order: Order, item: OrderItem, at: Date) =>
  emit('parcel-reacted', String(order._id), {
    ...ofParcel(order, item),
    at: at.toISOString(),
  })

/** The event that reports that an operator refused to send a parcel. */
export const parcelRefused = (order: Order, item: OrderItem, refundCents: number, at: Date) =>
  emit('parcel-refused', String(order._id), {
    ...ofParcel(order, item),
    refundCents,
    at: at.toISOString(),
  })

/** What payment needs to make a refund; the same in the event and in the call. @throws for an unpaid order */
export function refundRequestOf(order: Order, { id, amountCents, by, at }: Refund): RefundRequest {
  const { paymentIntentId } = order
  if (paymentIntentId === null || by === 'stripe') throw new Error(`refund ${id} is not one of ours`)
  return {
    refundId: id,
    orderId: order.type === 'once' ? String(order._id) : null,
    planId: order.plan?.subscriptionId ?? null,
    invoiceId: order.invoiceId ?? null,
    paymentIntentId,
    amountCents,
    by,
    at: at.toISOString(),
  }
}

/** The event that reports the decision about a refund. */
export const refundRequested = (order: Order, refund: Refund) =>
  emit('refund-requested', String(order._id), refundRequestOf(order, refund))

/** The event that reports the cancellation of a one-time order. @throws when it is not cancelled */
export function orderCancelled({ _id, ownerId, cancellation }: Order, refundCents: number) {
  if (cancellation === undefined) throw new Error(`order ${_id} is not cancelled`)
  const { by, at } = cancellation
  return emit('order-cancelled', String(_id), {
    orderId: String(_id),
    ownerId,
    by,
    refundCents,
    at: at.toISOString(),
  })
}
