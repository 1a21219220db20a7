import type { Change } from '@prankpost/messaging'
import { isDuplicateKey } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import { drawReference } from '../draw-reference.ts'
import type { Shipment } from '../shipment.model.ts'
import { emit } from '../shipped-parcel.ts'

/** The number of concurrent writes, lower than the number of database connections. */
const batchSize = 10
/** With a million parcels, one draw in a million gives a reference that is in use. */
const maxDraws = 5

/**
 * Returns the references of all parcels of these shipments, by parcel. A parcel without a reference gets one, and the
 * event for order is emitted in the same write: a crash right after it loses nothing, and concurrent calls all return
 * the stored reference. Parcels of earlier versions get theirs in the same way.
 */
export async function drawReferences(
  shipments: Shipment[],
  { outbox }: Pick<Deps, 'outbox'>,
  draw = drawReference,
): Promise<Map<string, string>> {
  const references = new Map<string, string>()
  for (let from = 0; from < shipments.length; from += batchSize) {
    const batch = shipments.slice(from, from + batchSize)
    for (const found of await Promise.all(batch.map((shipment) => referencesOf(shipment, outbox, draw)))) {
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
      // Another parcel has one of these references; draw all of them again.
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
