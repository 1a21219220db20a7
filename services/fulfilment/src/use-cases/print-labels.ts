import { conflict, mapAtOnce } from '@prankpost/service-kit'
import type { Response } from 'express'
import type { Deps } from '../deps.ts'
import { type DrawPool, planOf, readPool } from '../draw-pool.ts'
import type { DrawnSlot } from '../drawn-slot.ts'
import { holdPlace, holdPlaceAgain } from '../hold-places.ts'
import type { ParcelPage } from '../paper/parcel-page.ts'
import { slotId } from '../queue-entry.ts'
import { type FoundParcel, fetchAddress, fetchAllPranks, insistOnParcels } from '../queued-parcels.ts'
import { readShop } from '../read-shop.ts'
import type { Shipment } from '../shipment.model.ts'
import { drawMonth } from './draw-month.ts'
import { drawReferences } from './draw-references.ts'
import { type Content, checkPrintable, markPrinted, shipmentsOf } from './mark-printed.ts'
import { nothingPrinted, packOrders } from './pack-orders.ts'
import { holdForReview } from './review-slots.ts'
import { sendDocument } from './send-document.ts'

/**
 * Sends a label and a slip for each parcel as one PDF, in the requested order. The parcels become `label_printed`; a label
 * that was printed before says REPRINT. Slots of plans whose target is gone are drawn again. Then one-time orders are packed,
 * as for `printParcels`. Prank and present address of a plan's parcel are stored with its slot: from then on it is neither
 * swapped nor drawn again. Before that, the address is screened; a person may have to review it.
 *
 * Each shipment is marked in one write. When the process dies in between, some parcels are marked: a repeat prints all of
 * them, those as a reprint.
 * @throws 404 when some are not known; 409 when some are held or withdrawn, their order cannot be packed, or their target
 * is gone; 503 when another service is unavailable; always before anything is sent
 */
export async function printLabels({ ids }: { ids: string[] }, res: Response, deps: Deps): Promise<void> {
  await completeDraws(await insistOnParcels(ids, deps), deps)
  const found = await insistOnParcels(ids, deps)
  checkPrintable(found)
  await packOrders(shipmentsOf(found), deps)
  // Order may have corrected addresses or withdrawn parcels.
  const present = await insistOnParcels(ids, deps)
  checkPrintable(present)
  await checkAgain(present, deps)
  const contents = await readContents(present, deps)
  if ((await holdForReview(present, contents, deps)) > 0) checkPrintable(await insistOnParcels(ids, deps))
  const asked = new Set(present.map(({ entry }) => entry.id))
  await drawReferences(shipmentsOf(present), deps, undefined, asked)
  await markPrinted(present, contents, deps)
  const printed = await insistOnParcels(ids, deps)
  const shop = await readShop(deps)
  await sendDocument(
    'parcels',
    printed.map((one) => pageOf(one, shop, deps)),
    res,
  )
}

/** Draws again for targets and pranks that are gone since the months were drawn. A slot that finds no target is held then. */
async function completeDraws(found: FoundParcel[], deps: Deps): Promise<void> {
  const months = shipmentsOf(found.filter(({ shipment, entry }) => shipment.plan && entry.prank === null))
  await mapAtOnce(months, async (month) => drawMonth(month, await readPool(planOf(month), deps), deps))
}

/** @throws 409 when a parcel of a plan is sent again to an address that may not get one any more */
async function checkAgain(found: FoundParcel[], deps: Deps): Promise<void> {
  const refusals = await mapAtOnce(found, (one) => holdPlaceAgain(one, deps))
  const reasons = refusals.filter((reason) => reason !== null)
  if (reasons.length > 0) throw conflict(nothingPrinted(reasons))
}

/** The present prank and address of each slot whose label was not printed. @throws 409 when one is gone */
async function readContents(found: FoundParcel[], deps: Deps): Promise<Map<string, Content>> {
  const open = found.filter(({ entry }) => entry.prank === null)
  if (open.length === 0) return new Map()
  const pranks = await fetchAllPranks(deps)
  const contents = new Map<string, Content>()
  const reasons: string[] = []
  await mapAtOnce(open, async ({ shipment, entry }) => {
    const slot = shipment.draw?.find((one) => slotId(shipment._id, one) === entry.id)
    const content = slot === undefined ? null : await contentOf(shipment, slot, pranks, deps)
    if (content === null) {
      reasons.push('A parcel of a plan has no prank or target any more. Please reload.')
      return
    }
    const place = { shipment, parcelId: entry.id, contact: content.contact }
    const refusal = await holdPlace(place, deps, { lasts: true })
    if (refusal === null) contents.set(entry.id, content)
    else reasons.push(refusal)
  })
  if (reasons.length > 0) throw conflict(nothingPrinted(reasons))
  return contents
}

async function contentOf(
  { ownerId }: Shipment,
  { prankId, contactId }: DrawnSlot,
  pranks: DrawPool['pranks'],
  deps: Deps,
): Promise<Content | null> {
  const contact = await fetchAddress(ownerId ?? '', contactId ?? '', deps)
  const prank = pranks.get(prankId)
  if (contact === null || prank === undefined) return null
  const { name, description, tier, image } = prank
  return { prankId, contactId, prank: { id: prankId, name, description, tier, image }, contact }
}

function pageOf(
  { shipment, entry }: FoundParcel,
  shop: Awaited<ReturnType<typeof readShop>>,
  { recipientPage }: Pick<Deps, 'recipientPage'>,
): ParcelPage {
  const { prank, contact, quantity, reference, prints } = entry
  if (prank === null || contact === null) throw conflict(nothingPrinted(['A parcel changed. Please reload.']))
  return {
    parcel: { prank, contact, quantity },
    reference: reference ?? '',
    customMessage: shipment.customMessage,
    recipientPage: recipientPage(reference ?? ''),
    shop: { ...shop, isReprint: prints > 1 },
  }
}
