import type { EventData } from '@prankpost/contracts'
import { createEmitter, type OutboxEntry } from '@prankpost/messaging'
import type { Parcel, Shipment } from './shipment.model.ts'

/** Makes events that fulfilment owns. */
export const emit = createEmitter('fulfilment')

/** What prank-shipped says of a parcel, the `number`th of its shipment to leave. */
export function describeShipped(
  shipment: Omit<Shipment, 'outbox' | 'revision'>,
  { id, shippedAt, eventId: _event, ...parcel }: Parcel,
  number: number,
): EventData<'prank-shipped'> {
  if (shippedAt === null) throw new Error(`parcel ${id} has not left`)
  return {
    ...parcel,
    parcelId: id,
    shipmentId: String(shipment._id),
    ownerId: shipment.ownerId,
    orderId: shipment.orderId ?? null,
    subscriptionId: shipment.plan?.subscriptionId ?? null,
    stripeSubscriptionId: shipment.plan?.stripeSubscriptionId ?? null,
    invoiceId: shipment.invoiceId ?? null,
    parcelsShipped: number,
    parcelsTotal: shipment.parcelsTotal,
    shippedAt: shippedAt.toISOString(),
  }
}

/**
 * A parcel as it is once it has left, and the event that tells so. The parcel keeps the event's id, so
 * that the same event can be told again to a reader that begins anew.
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
