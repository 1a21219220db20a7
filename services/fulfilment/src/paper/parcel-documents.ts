import { setImmediate as breathe } from 'node:timers/promises'
import PDFDocument from 'pdfkit'
import { drawLabel } from './label.ts'
import { type ParcelPage, page } from './parcel-page.ts'
import { drawSlip } from './slip.ts'
import { createTypesetter } from './typeset.ts'

const kinds = {
  labels: { title: 'Labels', draw: [drawLabel] },
  slips: { title: 'Packing slips', draw: [drawSlip] },
  parcels: { title: 'Labels and packing slips', draw: [drawLabel, drawSlip] },
} as const

/** Creates a PDF with one page for each parcel (of `parcels` two: its label, then its slip), as a stream, and the function that fills it. */
export function createParcelDocument(kind: keyof typeof kinds, pages: ParcelPage[]) {
  const { title, draw } = kinds[kind]
  const doc = new PDFDocument({
    size: [page.width, page.height],
    margin: 0,
    autoFirstPage: false,
    // The same in every file, because the id of a PDF is derived from it. A single page that is passed on shows no
    // creation time.
    info: { Title: title, Creator: 'PrankPost', Producer: 'PrankPost', CreationDate: new Date(0) },
  })
  const typesetter = createTypesetter(doc)
  return {
    doc,
    /**
     * Draws the pages and ends the document; other requests are served between pages. Stops when the reader has
     * disconnected.
     */
    async fill() {
      for (const content of pages) {
        for (const drawPage of draw) {
          doc.addPage()
          drawPage(doc, content, typesetter)
        }
        await breathe()
        if (doc.destroyed) return
      }
      doc.end()
    },
  }
}
