import { addressLines, type ParcelPaper, page } from './parcel-paper.ts'
import type { Typesetter } from './typeset.ts'

const { margin } = page
const width = page.width - 2 * margin
const footTop = 352

/**
 * Draws the label of a parcel on a page: where it goes, in type as large as fits, and how the operator
 * tells it from others. The outside of a parcel gives nothing away: no sender, no prank, and nothing that
 * another parcel of the same sender shows, too, such as a number of the order or of the operator's tracking.
 */
export function drawLabel(doc: PDFKit.PDFDocument, paper: ParcelPaper, typesetter: Typesetter): void {
  const { parcel, reference } = paper
  const small = { largest: 11, smallest: 7 }
  typesetter.set([{ text: 'SHIP TO', weight: 'bold' }], { x: margin, y: margin, width, height: 14 }, small)
  typesetter.set(
    addressLines(parcel),
    { x: margin, y: 44, width, height: footTop - 44 - 12 },
    { largest: 26, smallest: 8, unwrapped: 18 },
  )
  doc
    .moveTo(margin, footTop)
    .lineTo(page.width - margin, footTop)
    .lineWidth(1)
    .stroke()
  typesetter.set([{ text: `Ref ${reference}` }], { x: margin, y: footTop + 8, width, height: 15 }, small)
}
