import { setImmediate as breathe } from 'node:timers/promises'
import PDFDocument from 'pdfkit'
import { drawLabel } from './label.ts'
import { type ParcelPaper, page } from './parcel-paper.ts'
import { drawSlip } from './slip.ts'
import { createTypesetter } from './typeset.ts'

const kinds = {
  labels: { title: 'Labels', draw: drawLabel },
  slips: { title: 'Packing slips', draw: drawSlip },
} as const

/** A PDF with one page for each parcel, as a stream, and the work that fills it. */
export function createParcelDocument(kind: keyof typeof kinds, papers: ParcelPaper[]) {
  const { title, draw } = kinds[kind]
  const doc = new PDFDocument({
    size: [page.width, page.height],
    margin: 0,
    autoFirstPage: false,
    // The same in every file: the id of a PDF is made from it. A page that is passed on alone tells no time.
    info: { Title: title, Creator: 'PrankPost', Producer: 'PrankPost', CreationDate: new Date(0) },
  })
  const typesetter = createTypesetter(doc)
  return {
    doc,
    /**
     * Draws the pages and ends the document; other calls get their turn between pages. Stops where
     * the reader has gone away.
     */
    async fill() {
      for (const paper of papers) {
        doc.addPage()
        draw(doc, paper, typesetter)
        await breathe()
        if (doc.destroyed) return
      }
      doc.end()
    },
  }
}
