import type { Paragraph } from './fit-text.ts'
import { addressLines, type ParcelPage, page } from './parcel-page.ts'
import { drawQrCode } from './qr-code.ts'
import type { Box, Typesetter } from './typeset.ts'

const { margin } = page
const width = page.width - 2 * margin

/** The parts of a slip from top to bottom. Each has a fixed area, independent of the content of the others. */
const areas = {
  prank: { y: 38, height: 66 },
  /** In the right part of the prank's. */
  qrCode: { x: page.width - margin - 62, y: 41, size: 62 },
  target: { y: 108, height: 156 },
  message: { y: 268, height: 132 },
  recipient: { y: 402, height: 13 },
} as const

/** A part of the page, as wide as the page unless it says otherwise. */
interface Area {
  y: number
  height: number
  width?: number
}

/**
 * Draws the packing slip of a parcel on a page: prank, quantity, target, the customer's message, and the recipient's
 * page with its QR code. It shows nothing about the customer, and nothing about other parcels except what the message says.
 */
export function drawSlip(doc: PDFKit.PDFDocument, content: ParcelPage, typesetter: Typesetter): void {
  const { parcel, reference, customMessage, recipientPage } = content
  const top = { x: margin, y: margin, width, height: 15 }
  const small = { largest: 10, smallest: 7 }
  typesetter.set([{ text: 'PACKING SLIP', weight: 'bold' }], top, small)
  typesetter.setRight(`Ref ${reference}`, top, small)

  const part = (area: Area, heading: string, body: Paragraph[], largest: number) => {
    const box: Box = { x: margin, width, ...area }
    doc
      .moveTo(margin, box.y)
      .lineTo(page.width - margin, box.y)
      .lineWidth(0.5)
      .stroke()
    typesetter.set([{ text: heading }], { ...box, y: box.y + 4, height: 11 }, { largest: 8, smallest: 8 })
    typesetter.set(
      body,
      { ...box, y: box.y + 16, height: box.height - 18 },
      { largest, smallest: 7, unwrapped: largest - 4 },
    )
  }

  part(
    { ...areas.prank, width: areas.qrCode.x - margin - 6 },
    'PRANK',
    [{ text: parcel.prank.name, weight: 'bold' }, { text: `Quantity ${parcel.quantity}` }],
    20,
  )
  part(areas.target, 'TARGET', addressLines(parcel), 16)
  if (customMessage !== null) part(areas.message, 'MESSAGE', [{ text: customMessage }], 14)
  drawQrCode(doc, recipientPage, areas.qrCode)
  typesetter.set(
    [{ text: `Contents, stop, report: ${recipientPage.replace(/^https?:\/\//, '')}` }],
    { x: margin, width, ...areas.recipient },
    { largest: 9, smallest: 7 },
  )
}
