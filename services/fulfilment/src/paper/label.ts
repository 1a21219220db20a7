import { drawBarcode } from './barcode.ts'
import { addressLines, type ParcelPage, page } from './parcel-page.ts'
import type { Typesetter } from './typeset.ts'

const { margin } = page
const width = page.width - 2 * margin
// The return address takes the top of the page, the barcode the bottom.
const top = 70
const bottom = 310

/**
 * Draws the label of a parcel on a page: the shop's neutral name and return address, the target's address, as large as
 * fits, and the reference, as text and as a barcode. The outside of a parcel must not reveal anything: no customer, no
 * prank, and nothing that parcels of the same customer share, such as an order number or a tracking number of the operator.
 */
export function drawLabel(doc: PDFKit.PDFDocument, content: ParcelPage, typesetter: Typesetter): void {
  const { parcel, reference, shop } = content
  const small = { largest: 11, smallest: 7 }
  const lines = [{ text: shop.sender }, ...shop.returnAddress.map((text) => ({ text }))]
  typesetter.set(lines, { x: margin, y: margin, width: width * 0.6, height: 46 }, { largest: 9, smallest: 6 })
  if (shop.isReprint) typesetter.setRight('REPRINT', { x: margin, y: margin, width, height: 15 }, small)
  typesetter.set([{ text: 'SHIP TO', weight: 'bold' }], { x: margin, y: top, width, height: 14 }, small)
  typesetter.set(
    addressLines(parcel),
    { x: margin, y: top + 26, width, height: bottom - top - 38 },
    { largest: 26, smallest: 8, unwrapped: 18 },
  )
  doc
    .moveTo(margin, bottom)
    .lineTo(page.width - margin, bottom)
    .lineWidth(1)
    .stroke()
  drawBarcode(doc, reference, { x: margin, y: bottom + 8, width, height: 72 })
  typesetter.set([{ text: `Ref ${reference}` }], { x: margin, y: bottom + 86, width, height: 15 }, small)
}
