// The named export `raw` of the module is a kind of barcode.
import bwip from 'bwip-js/node'
import type { Box } from './typeset.ts'

/** The empty part on both sides of a barcode that scanners need, in modules (ISO/IEC 15417). */
const quietZone = 10

/** Draws a text as Code 128 into a box, as wide as the box. */
export function drawBarcode(doc: PDFKit.PDFDocument, text: string, { x, y, width, height }: Box): void {
  const [symbol] = bwip.raw({ bcid: 'code128', text })
  // The widths of bars and spaces in turn, in modules.
  const widths = symbol !== undefined && 'sbs' in symbol ? symbol.sbs : []
  const modules = widths.reduce((sum, one) => sum + one, 2 * quietZone)
  const module = width / modules
  let left = x + quietZone * module
  for (const [index, count] of widths.entries()) {
    if (index % 2 === 0) doc.rect(left, y, count * module, height)
    left += count * module
  }
  doc.fill('black')
}
