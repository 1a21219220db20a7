import { addressLines, type ParcelPaper, page } from './parcel-paper.ts'
import type { Typesetter } from './typeset.ts'

const { margin } = page
const width = page.width - 2 * margin
const footTop = 352

/**
 * Draws the label of a parcel on a page: where it goes, in type as large as fits, and how the operator
 * tells it from others. The outside of a parcel gives nothing away: no sender, no prank.
 */
export function drawLabel(doc: PDFKit.PDFDocument, paper: ParcelPaper, typesetter: Typesetter): void {
  const { parcel, number, of, reference } = paper
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
  const foot = { x: margin, y: footTop + 8, width, height: 15 }
  typesetter.set([{ text: `Ref ${reference}` }], { ...foot, width: 170 }, small)
  typesetter.setRight(`${number} of ${of}`, foot, small)
  if (parcel.trackingNumber !== null) {
    typesetter.set(
      [{ text: `Tracking ${parcel.trackingNumber}` }],
      { x: margin, y: footTop + 25, width, height: page.height - margin - footTop - 25 },
      small,
    )
  }
}
