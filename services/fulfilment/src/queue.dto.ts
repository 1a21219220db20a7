import { type QueuedParcel, trackingUrlOf } from '@prankpost/contracts'
import type { DrawPool } from './draw-pool.ts'
import type { QueueEntry } from './queue-entry.ts'
import type { Shipment } from './shipment.model.ts'

/**
 * A parcel as operators see it; `pranks` are those whose label was not printed. Nothing in it shows who paid. What has to
 * be reviewed, and the message, are only for operators who may see messages.
 */
export function toQueuedParcel(
  shipment: Pick<Shipment, 'orderId' | 'paidAt' | 'customMessage'>,
  entry: QueueEntry,
  pranks: DrawPool['pranks'],
  showsReview: boolean,
): QueuedParcel {
  const prank = entry.prank ?? pranks.get(entry.prankId)
  const { contact, printedAt, shippedAt, deliveredAt, returnedAt } = entry
  return {
    id: entry.id,
    state: entry.state,
    type: shipment.orderId === undefined ? 'plan' : 'once',
    reference: entry.reference,
    prank: { id: entry.prankId, name: prank?.name ?? '', image: prank?.image ?? 'potato' },
    quantity: entry.quantity,
    recipient:
      contact === null
        ? null
        : {
            name: contact.name,
            address: contact.address ?? '',
            address2: contact.address2 ?? null,
            city: contact.city ?? '',
            state: contact.state ?? '',
            zipCode: contact.zipCode ?? '',
          },
    paidAt: shipment.paidAt.toISOString(),
    shipBy: entry.shipBy.toISOString(),
    arriveBy: entry.arriveBy,
    printedAt: printedAt?.toISOString() ?? null,
    prints: entry.prints,
    shippedAt: shippedAt?.toISOString() ?? null,
    deliveredAt: deliveredAt?.toISOString() ?? null,
    returnedAt: returnedAt?.toISOString() ?? null,
    heldBecause: entry.heldBecause,
    review:
      showsReview && entry.review !== null
        ? { matches: entry.review, message: shipment.customMessage }
        : null,
    carrier: entry.carrier,
    trackingNumber: entry.trackingNumber,
    trackingUrl: trackingUrlOf(entry.carrier, entry.trackingNumber),
    orderId: shipment.orderId ?? null,
  }
}
