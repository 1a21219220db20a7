import type { Change } from '@prankpost/messaging'
import { isDuplicateKey } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import { drawReference } from '../draw-reference.ts'
import type { Shipment } from '../shipment.model.ts'
import { emit } from '../shipped-parcel.ts'

/** Shipments that are written at the same time: fewer than the database has connections. */
const atOnce = 10
/** A drawn reference is taken once in a million draws, at a million parcels. */
const maxDraws = 5

/**
 * The references of all parcels of these shipments, by parcel. A parcel without one gets it here, and order is
 * informed in the same write: a crash right after it loses nothing, and of calls at the same time all find the one
 * that was written. Parcels of earlier versions get theirs in the same way.
 */
export async function drawReferences(
  shipments: Shipment[],
  { outbox }: Pick<Deps, 'outbox'>,
  draw = drawReference,
): Promise<Map<string, string>> {
  const references = new Map<string, string>()
  for (let from = 0; from < shipments.length; from += atOnce) {
    const some = shipments.slice(from, from + atOnce)
    for (const found of await Promise.all(some.map((shipment) => referencesOf(shipment, outbox, draw)))) {
      for (const { parcelId, reference } of found) references.set(parcelId, reference)
    }
  }
  return references
}

async function referencesOf(read: Shipment, outbox: Deps['outbox'], draw: () => string) {
  for (let left = maxDraws; ; left--) {
    let references = read.references ?? []
    const decide = (shipment: Shipment): Change<Shipment> | null => {
      const drawn = drawMissing(shipment, draw)
      references = [...(shipment.references ?? []), ...drawn]
      if (drawn.length === 0) return null
      const { _id, orderId = null, invoiceId = null } = shipment
      const data = { shipmentId: String(_id), orderId, invoiceId, references: drawn }
      return {
        update: { $set: { references } },
        events: [emit('parcel-references-drawn', String(_id), data)],
      }
    }
    if (read.parcels.length === references.length) return references
    try {
      await outbox.change({ _id: read._id }, decide, read)
      return references
    } catch (error) {
      // Another parcel has one of these references: all are drawn again.
      if (!isDuplicateKey(error) || left <= 1) throw error
    }
  }
}

function drawMissing({ parcels, references = [] }: Shipment, draw: () => string) {
  const known = new Set(references.map(({ parcelId }) => parcelId))
  return parcels
    .filter(({ id }) => !known.has(id))
    .map(({ id: parcelId }) => ({ parcelId, reference: draw() }))
}
