import { addressLines, type ParcelPage, page } from './parcel-page.ts'
import type { Typesetter } from './typeset.ts'

const { margin } = page
const width = page.width - 2 * margin
const footerTop = 352

/**
 * Draws the label of a parcel on a page: the address, as large as fits, and the reference for the operator. The outside
 * of a parcel must not reveal anything: no sender, no prank, and nothing that parcels of the same sender share, such as
 * an order number or a tracking number of the operator.
 */
export function drawLabel(doc: PDFKit.PDFDocument, content: ParcelPage, typesetter: Typesetter): void {
  const { parcel, reference } = content
  const small = { largest: 11, smallest: 7 }
  typesetter.set([{ text: 'SHIP TO', weight: 'bold' }], { x: margin, y: margin, width, height: 14 }, small)
  typesetter.set(
    addressLines(parcel),
    { x: margin, y: 44, width, height: footerTop - 44 - 12 },
    { largest: 26, smallest: 8, unwrapped: 18 },
  )
  doc
    .moveTo(margin, footerTop)
    .lineTo(page.width - margin, footerTop)
    .lineWidth(1)
    .stroke()
  typesetter.set([{ text: `Ref ${reference}` }], { x: margin, y: footerTop + 8, width, height: 15 }, small)
}
