import { pipeline } from 'node:stream/promises'
import type { Response } from 'express'
import type { ParcelPage } from '../paper/parcel-page.ts'

/** Sends a PDF. A failure midway closes the connection. */
export async function sendDocument(
  kind: 'labels' | 'slips' | 'parcels',
  pages: ParcelPage[],
  res: Response,
): Promise<void> {
  // The PDF libraries take 9 MB of memory, so they are loaded with the first document.
  const { createParcelDocument } = await import('../paper/parcel-documents.ts')
  const { doc, fill } = createParcelDocument(kind, pages)
  res.setHeader('content-type', 'application/pdf')
  res.setHeader('content-disposition', `inline; filename="${kind}.pdf"`)
  res.setHeader('cache-control', 'no-store')
  const filled = fill().catch((error: Error) => doc.destroy(error))
  await Promise.all([pipeline(doc, res), filled])
}
