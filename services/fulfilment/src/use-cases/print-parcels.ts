import { pipeline } from 'node:stream/promises'
import type { ParcelDocumentsInput } from '@prankpost/contracts'
import { notFound } from '@prankpost/service-kit'
import type { Response } from 'express'
import type { Deps } from '../deps.ts'
import type { ParcelPage } from '../paper/parcel-page.ts'
import { drawReferences } from './draw-references.ts'

/**
 * Sends labels or packing slips as a PDF, one page for each parcel, in the requested order; a parcel requested twice
 * has one page. Parcels of orders are known once the order is paid, parcels of plans once they are shipped. A parcel
 * gets its permanent reference with its first document. A failure midway closes the connection, so the client detects
 * an incomplete file.
 * @throws 404 when some are not known, before anything is sent
 */
export async function printParcels(
  { kind, parcelIds }: ParcelDocumentsInput,
  res: Response,
  deps: Pick<Deps, 'shipments' | 'outbox'>,
): Promise<void> {
  const pages = await findPages([...new Set(parcelIds)], deps)
  // The PDF libraries take 9 MB of memory, so they are loaded with the first document.
  const { createParcelDocument } = await import('../paper/parcel-documents.ts')
  const { doc, fill } = createParcelDocument(kind, pages)
  res.setHeader('content-type', 'application/pdf')
  res.setHeader('content-disposition', `inline; filename="${kind}.pdf"`)
  res.setHeader('cache-control', 'no-store')
  const filled = fill().catch((error: Error) => doc.destroy(error))
  await Promise.all([pipeline(doc, res), filled])
}

async function findPages(ids: string[], deps: Pick<Deps, 'shipments' | 'outbox'>): Promise<ParcelPage[]> {
  const found = await deps.shipments.find({ 'parcels.id': { $in: ids } }).lean()
  const parcels = new Map(
    found.flatMap(({ parcels, customMessage }) =>
      parcels.map((parcel) => [parcel.id, { parcel, customMessage }] as const),
    ),
  )
  const known = ids.map((id) => parcels.get(id)).filter((one) => one !== undefined)
  const unknown = ids.length - known.length
  if (unknown > 0) {
    throw notFound(
      unknown === 1
        ? 'One of these parcels is not known: its order is not paid yet.'
        : `${unknown} of these parcels are not known: their orders are not paid yet.`,
    )
  }
  const references = await drawReferences(found, deps)
  return known.map(({ parcel, customMessage }) => {
    return { parcel, customMessage, reference: references.get(parcel.id) ?? '' }
  })
}
