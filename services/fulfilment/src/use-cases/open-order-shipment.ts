import type { EventData } from '@prankpost/contracts'
import { isDuplicateKey } from '@prankpost/service-kit'
import { Types } from 'mongoose'
import type { Deps } from '../deps.ts'

/**
 * Opens the shipment of a paid one-time order: its parcels are due from now on. Those that a person reviews first are held.
 * The order is its key, so a repeat changes nothing.
 */
export async function openOrderShipment(
  { orderId, ownerId, items, customMessage, paidAt, parcelsRevision }: EventData<'order-paid'>,
  { outbox }: Pick<Deps, 'outbox'>,
): Promise<void> {
  const paid = new Date(paidAt)
  try {
    await outbox.insert({
      _id: new Types.ObjectId(),
      ownerId,
      orderId,
      customMessage,
      parcels: items.map(({ parcelId, prank, contactId, contact, quantity, heldBecause, review }) => ({
        id: parcelId,
        prank,
        contactId,
        contact,
        quantity,
        shippedAt: null,
        eventId: null,
        withdrawnAt: null,
        carrier: null,
        trackingNumber: null,
        adminNotes: null,
        ...(heldBecause && { heldBecause, review: review ?? undefined }),
      })),
      ...(parcelsRevision !== undefined && { parcelsRevision }),
      parcelsTotal: items.length,
      paidAt: paid,
      withdrawnAt: null,
      parcelsDue: items.length,
      dueSince: paid,
    })
  } catch (error) {
    if (!isDuplicateKey(error)) throw error
  }
}
