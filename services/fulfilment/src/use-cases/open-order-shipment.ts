import type { EventData } from '@prankpost/contracts'
import { unlessDuplicate } from '@prankpost/service-kit'
import { Types } from 'mongoose'
import type { Deps } from '../deps.ts'
import { promisedSince } from '../due-parcels.ts'
import type { Parcel } from '../parcel.model.ts'

/**
 * Opens the shipment of a paid one-time order: its parcels are due from now on, those with a date then. Those that a person reviews first are held.
 * The order is its key, so a repeat changes nothing.
 */
export async function openOrderShipment(
  { orderId, ownerId, items, customMessage, paidAt, parcelsRevision }: EventData<'order-paid'>,
  { outbox }: Pick<Deps, 'outbox'>,
): Promise<void> {
  const paid = new Date(paidAt)
  const parcels: Parcel[] = items.map((item) => ({
    id: item.parcelId,
    prank: item.prank,
    contactId: item.contactId,
    contact: item.contact,
    quantity: item.quantity,
    shippedAt: null,
    eventId: null,
    withdrawnAt: null,
    carrier: null,
    trackingNumber: null,
    adminNotes: null,
    ...(item.heldBecause && { heldBecause: item.heldBecause, review: item.review ?? undefined }),
    ...(item.arriveBy && item.shipBy && { arriveBy: item.arriveBy, shipBy: new Date(item.shipBy) }),
  }))
  const parcelsTotal = parcels.length
  await unlessDuplicate(
    outbox.insert({
      _id: new Types.ObjectId(),
      ownerId,
      orderId,
      customMessage,
      parcels,
      ...(parcelsRevision !== undefined && { parcelsRevision }),
      parcelsTotal,
      paidAt: paid,
      withdrawnAt: null,
      parcelsDue: parcelsTotal,
      dueSince: promisedSince({ orderId, parcels, parcelsTotal, paidAt: paid }),
    }),
  )
}
