import type { EventData } from '@prankpost/contracts'
import { createEmitter, type OutboxEntry } from '@prankpost/messaging'
import { isWithdrawn } from './due-parcels.ts'
import type { Parcel, Shipment } from './shipment.model.ts'

/** Creates events that fulfilment owns. */
export const emit = createEmitter('fulfilment')

/**
 * The data of prank-shipped for a parcel, the `number`th parcel of its shipment that was sent. A withdrawn parcel of an order was
 * never sent and does not count. One of a plan's month was sent before it came back: it has a number, and a share of the price.
 */
export function describeShipped(
  shipment: Omit<Shipment, 'outbox' | 'revision'>,
  { id, shippedAt, eventId: _event, withdrawnAt: _withdrawn, forgottenAt, ...parcel }: Parcel,
  number: number,
): EventData<'prank-shipped'> {
  if (shippedAt === null) throw new Error(`parcel ${id} was not shipped`)
  const neverSent = shipment.orderId === undefined ? 0 : shipment.parcels.filter(isWithdrawn).length
  return {
    ...parcel,
    ...(forgottenAt && { contactId: null }),
    parcelId: id,
    shipmentId: String(shipment._id),
    ownerId: shipment.ownerId,
    orderId: shipment.orderId ?? null,
    subscriptionId: shipment.plan?.subscriptionId ?? null,
    stripeSubscriptionId: shipment.plan?.stripeSubscriptionId ?? null,
    invoiceId: shipment.invoiceId ?? null,
    parcelsShipped: number,
    parcelsTotal: shipment.parcelsTotal - neverSent,
    shippedAt: shippedAt.toISOString(),
  }
}

/**
 * The parcel in its shipped state, and the event that reports it. The parcel stores the event's id, so the same event
 * can be emitted again for a reader that starts again.
 */
export function sendOff(
  shipment: Shipment,
  parcel: Parcel,
  { number, at }: { number: number; at: Date },
): { parcel: Parcel; event: OutboxEntry } {
  const sent = { ...parcel, shippedAt: at }
  const event = emit('prank-shipped', String(shipment._id), describeShipped(shipment, sent, number))
  return { parcel: { ...sent, eventId: event.id }, event: { ...event, time: at } }
}
