import { formatCents, productName } from '@prankpost/contracts'
import PDFDocument from 'pdfkit'
import { type Order, orderNumber } from './order.model.ts'
import { refundedCents } from './refund.model.ts'

interface ReceiptOptions {
  /** The URL of the store. */
  publicUrl: string
  paidAt: Date
}

const left = 60
const right = 552
const amountWidth = 90

/** Creates the receipt of a paid order as a PDF stream: amounts and pranks, and no target. */
export function createReceipt(order: Order, { publicUrl, paidAt }: ReceiptOptions): PDFKit.PDFDocument {
  const doc = new PDFDocument({
    size: 'LETTER',
    margin: left,
    info: { Title: `Receipt ${orderNumber(order._id)}`, Creator: productName, Producer: productName },
  })
  doc.font('Helvetica-Bold').fontSize(20).text('Receipt').moveDown(0.5)
  doc.fontSize(10).text(productName).font('Helvetica').text(new URL(publicUrl).host).moveDown()
  doc
    .text(`Order ${orderNumber(order._id)}`)
    .text(`Paid on ${dayOf(paidAt)}`)
    .moveDown()
  for (const { text, cents } of linesOf(order)) amountLine(doc, text, cents)
  rule(doc)
  amountLine(doc, 'Total paid', order.totalCents, true)
  const refunds = (order.refunds ?? []).filter(({ status }) => status !== 'failed')
  for (const { at, amountCents, status } of refunds) {
    const state = status === 'pending' ? ' (on its way)' : ''
    amountLine(doc, `Refund on ${dayOf(at)}${state}`, -amountCents)
  }
  if (refunds.length > 0)
    amountLine(doc, 'Total after refunds', order.totalCents - refundedCents(order), true)
  doc.moveDown().fontSize(9).text('All amounts are in US dollars.', left)
  doc.end()
  return doc
}

/** The lines of a receipt, which add up to the total. A plan's month is one line, whatever of it is shipped. */
function linesOf({ type, items, totalCents, discountCode }: Order): { text: string; cents: number | null }[] {
  if (type !== 'once') return [{ text: 'Auto-Prank plan, one month', cents: totalCents }]
  const lines = items.map(({ quantity, prank, priceCents }) => ({
    text: `${quantity} x ${prank.name}`,
    cents: quantity * priceCents,
  }))
  return discountCode === null
    ? lines
    : [...lines, { text: `The prices include the discount ${discountCode}.`, cents: null }]
}

function amountLine(doc: PDFKit.PDFDocument, text: string, cents: number | null, isBold = false): void {
  const height = doc
    .font(isBold ? 'Helvetica-Bold' : 'Helvetica')
    .heightOfString(text, { width: right - left - amountWidth })
  if (doc.y + height > doc.page.height - doc.page.margins.bottom) doc.addPage()
  const top = doc.y
  if (cents !== null) {
    const amount = `${cents < 0 ? '-' : ''}$${formatCents(Math.abs(cents))}`
    doc.text(amount, right - amountWidth, top, { width: amountWidth, align: 'right' })
  }
  doc.text(printable(text), left, top, { width: right - left - amountWidth }).moveDown(0.3)
}

function rule(doc: PDFKit.PDFDocument): void {
  doc.moveTo(left, doc.y).lineTo(right, doc.y).strokeColor('#999999').stroke().moveDown(0.5)
}

/** The built-in fonts have the letters of Western Europe; other characters would be drawn as wrong ones. */
const printable = (text: string) => text.normalize('NFC').replace(/[^\x20-\x7e\xa1-\xff]/g, '?')

const dayOf = (date: Date) =>
  date.toLocaleDateString('en-US', { year: 'numeric', month: 'long', day: 'numeric', timeZone: 'UTC' })
