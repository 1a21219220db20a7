import type { Change } from '@prankpost/messaging'
import { isDuplicateKey, mapAtOnce } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import { drawReference } from '../draw-reference.ts'
import { slotId } from '../queue-entry.ts'
import type { Shipment } from '../shipment.model.ts'
import { referencesDrawn } from '../shipped-parcel.ts'

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
  const found = await mapAtOnce(shipments, (shipment) => referencesOf(shipment, outbox, draw, slotIds))
  return new Map(found.flat().map(({ parcelId, reference }) => [parcelId, reference]))
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
      return { update: { $set: { references } }, events: [referencesDrawn(shipment, drawn)] }
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

/** The ids of its parcels, and of its slots without a parcel among these, that have no reference. */
function missingIn(shipment: Shipment, slotIds: ReadonlySet<string>): string[] {
  const { _id, parcels, draw = [], references = [] } = shipment
  const known = new Set(references.map(({ parcelId }) => parcelId))
  const open = draw.filter(({ parcelId }) => parcelId === null)
  const slots = open.map((slot) => slotId(_id, slot)).filter((id) => slotIds.has(id))
  return [...new Set([...parcels.map(({ id }) => id), ...slots])].filter((id) => !known.has(id))
}
