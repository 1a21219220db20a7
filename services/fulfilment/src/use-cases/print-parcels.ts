import type { ParcelDocumentsInput } from '@prankpost/contracts'
import { conflict, notFound } from '@prankpost/service-kit'
import type { Response } from 'express'
import type { Deps } from '../deps.ts'
import { isUnsent, isWithdrawn } from '../due-parcels.ts'
import { entriesOf } from '../queue-entry.ts'
import type { FoundParcel } from '../queued-parcels.ts'
import { readShop } from '../read-shop.ts'
import type { Shipment } from '../shipment.model.ts'
import { drawReferences } from './draw-references.ts'
import { checkPrintable as checkRows, markPrinted } from './mark-printed.ts'
import { nothingPrinted, packOrders } from './pack-orders.ts'
import { sendDocument } from './send-document.ts'

/**
 * Sends labels or packing slips as a PDF, one page for each parcel, in the requested order; a parcel requested twice
 * has one page. Parcels of orders are known once the order is paid, parcels of plans once they are shipped. Their orders
 * are packed first, so a parcel with a document is not cancelled or edited any more, and the present address is printed.
 * A parcel gets its permanent reference with its first document, and is `label_printed` in the queue after its label, which is
 * the same as that of the queue: printed once more it says REPRINT. A failure midway closes the connection, so the client detects
 * an incomplete file.
 *
 * When the process dies in between, some orders are packed and some references are drawn: a repeat prints.
 * @throws 404 when some are not known, 409 when some are held or withdrawn, or their order cannot be packed, 503 when order is
 * unavailable; always before anything is sent
 */
export async function printParcels(
  { kind, parcelIds }: ParcelDocumentsInput,
  res: Response,
  deps: PrintDeps,
): Promise<void> {
  const ids = [...new Set(parcelIds)]
  const pages = await findPages(ids, deps)
  const shop = await readShop(deps)
  if (kind === 'labels') await markPrinted(await findEntries(ids, deps), new Map(), deps)
  const prints = new Map((await findEntries(ids, deps)).map(({ entry }) => [entry.parcelId, entry.prints]))
  const isReprint = (id: string) => (prints.get(id) ?? 0) > 1
  await sendDocument(
    kind,
    pages.map((page) => ({ ...page, shop: { ...shop, isReprint: isReprint(page.parcel.id) } })),
    res,
  )
}

type PrintDeps = Pick<Deps, 'shipments' | 'outbox' | 'order' | 'recipientPage' | 'shop' | 'label'>

/** The pages, once their orders are packed, without what labels say about the shop. */
async function findPages(ids: string[], deps: PrintDeps) {
  const found = await findShipments(ids, deps)
  checkKnown(ids, found)
  // Before the packing, which is not undone: a refusal leaves orders that can still be cancelled and edited.
  checkRows(entriesIn(found, ids))
  const orderNumbers = await packOrders(found, deps)
  // Order may have corrected addresses or withdrawn parcels.
  const present = await findShipments(ids, deps)
  const parcels = checkKnown(ids, present)
  checkPrintable(parcels, orderNumbers)
  const references = await drawReferences(present, deps)
  return parcels.map(({ parcel, customMessage }) => {
    const reference = references.get(parcel.id) ?? ''
    return { parcel, customMessage, reference, recipientPage: deps.recipientPage(reference) }
  })
}

const findShipments = (ids: string[], { shipments }: Pick<Deps, 'shipments'>) =>
  shipments.find({ 'parcels.id': { $in: ids } }).lean<Shipment[]>()

/** The rows of these parcels in the queue: those of plans have other ids there. */
const findEntries = async (ids: string[], deps: Pick<Deps, 'shipments'>) =>
  entriesIn(await findShipments(ids, deps), ids)

function entriesIn(shipments: Shipment[], ids: string[]): FoundParcel[] {
  const isAsked = new Set(ids)
  return shipments.flatMap((shipment) =>
    entriesOf(shipment).flatMap((entry) => (isAsked.has(entry.parcelId) ? { shipment, entry } : [])),
  )
}

/** The parcels with these ids, in this order. @throws 404 when some are not known */
function checkKnown(ids: string[], shipments: Shipment[]) {
  const parcels = new Map(
    shipments.flatMap(({ orderId = null, parcels, customMessage }) =>
      parcels.map((parcel) => [parcel.id, { parcel, customMessage, orderId }] as const),
    ),
  )
  const known = ids.map((id) => parcels.get(id)).filter((one) => one !== undefined)
  const unknown = ids.length - known.length
  if (unknown === 0) return known
  throw notFound(
    unknown === 1
      ? 'One of these parcels is not known: its order is not paid yet.'
      : `${unknown} of these parcels are not known: their orders are not paid yet.`,
  )
}

/** @throws 409 when some were held or withdrawn while they were packed, with the numbers of their orders */
function checkPrintable(parcels: ReturnType<typeof checkKnown>, orderNumbers: Map<string, string>): void {
  const reasons = parcels.flatMap(({ parcel, orderId }) =>
    isWithdrawn(parcel)
      ? [`${orderNumbers.get(orderId ?? '')}: The parcel for ${parcel.contact.name} was withdrawn.`]
      : isUnsent(parcel) && parcel.heldBecause
        ? [`${orderNumbers.get(orderId ?? '')}: The parcel for ${parcel.contact.name} is held.`]
        : [],
  )
  if (reasons.length > 0) throw conflict(nothingPrinted(reasons))
}
