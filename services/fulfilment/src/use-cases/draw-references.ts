import type { Change } from '@prankpost/messaging'
import { isDuplicateKey } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import { drawReference } from '../draw-reference.ts'
import { slotId } from '../queue-entry.ts'
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
  /** Ids of slots that are printed before their parcel exists. */
  slotIds: ReadonlySet<string> = new Set(),
): Promise<Map<string, string>> {
  const references = new Map<string, string>()
  for (let from = 0; from < shipments.length; from += batchSize) {
    const batch = shipments.slice(from, from + batchSize)
    for (const found of await Promise.all(
      batch.map((shipment) => referencesOf(shipment, outbox, draw, slotIds)),
    )) {
      for (const { parcelId, reference } of found) references.set(parcelId, reference)
    }
  }
  return references
}

async function referencesOf(
  read: Shipment,
  outbox: Deps['outbox'],
  draw: () => string,
  slotIds: ReadonlySet<string>,
) {
  for (let left = maxDraws; ; left--) {
    let references = read.references ?? []
    const decide = (shipment: Shipment): Change<Shipment> | null => {
      const drawn = drawMissing(shipment, draw, slotIds)
      references = [...(shipment.references ?? []), ...drawn]
      if (drawn.length === 0) return null
      const { _id, orderId = null, invoiceId = null } = shipment
      const data = { shipmentId: String(_id), orderId, invoiceId, references: drawn }
      return {
        update: { $set: { references } },
        events: [emit('parcel-references-drawn', String(_id), data)],
      }
    }
    if (missingIn(read, slotIds).length === 0) return references
    try {
      await outbox.change({ _id: read._id }, decide, read)
      return references
    } catch (error) {
      // Another parcel has one of these references; draw all of them again.
      if (!isDuplicateKey(error) || left <= 1) throw error
    }
  }
}

const drawMissing = (shipment: Shipment, draw: () => string, slotIds: ReadonlySet<string>) =>
  missingIn(shipment, slotIds).map((parcelId) => ({ parcelId, reference: draw() }))

/** The ids of its parcels, and of its slots among these, that have no reference. */
function missingIn(shipment: Shipment, slotIds: ReadonlySet<string>): string[] {
  const { _id, parcels, draw = [], references = [] } = shipment
  const known = new Set(references.map(({ parcelId }) => parcelId))
  const slots = draw.map((slot) => slotId(_id, slot)).filter((id) => slotIds.has(id))
  return [...new Set([...parcels.map(({ id }) => id), ...slots])].filter((id) => !known.has(id))
}
