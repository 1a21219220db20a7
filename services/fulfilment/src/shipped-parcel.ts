import type { EventData } from '@prankpost/contracts'
import { type Change, createEmitter, type OutboxEntry } from '@prankpost/messaging'
import { type Redrawn, withShipped } from './draw.ts'
import type { DrawnSlot } from './drawn-slot.ts'
import { dueUpdate, isWithdrawn } from './due-parcels.ts'
import type { Parcel } from './parcel.model.ts'
import type { Shipment } from './shipment.model.ts'

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

/** The event for order that parcels of a shipment got these references. */
export function referencesDrawn(
  shipment: Shipment,
  references: NonNullable<Shipment['references']>,
): OutboxEntry {
  const { _id, orderId = null, invoiceId = null } = shipment
  const data = { shipmentId: String(_id), orderId, invoiceId, references }
  return emit('parcel-references-drawn', String(_id), data)
}

/**
 * The write that ships a further parcel of a month, with its event. The slot of its draw, if there is one, is marked.
 * When the parcel takes over the reference of the slot, order gets the event for it.
 */
export function shipForSlot(month: Shipment, parcel: Parcel, slot: DrawnSlot | undefined): Change<Shipment> {
  const at = new Date()
  const sent = sendOff(month, parcel, { number: month.parcels.length + 1, at })
  const { $set, ...due } = dueUpdate({ ...month, parcels: [...month.parcels, sent.parcel] })
  const draw: Partial<Redrawn> = slot ? withShipped(month, slot, sent.parcel) : {}
  const taken = (draw.references ?? []).filter(({ parcelId }) => parcelId === parcel.id)
  return {
    update: { ...due, $set: { ...$set, ...draw, lastShippedAt: at }, $push: { parcels: sent.parcel } },
    events: [sent.event, ...(taken.length > 0 ? [referencesDrawn(month, taken)] : [])],
  }
}
