// The named export `raw` of the module is a kind of barcode.
import bwip from 'bwip-js/node'

/** The empty part around the code that scanners need, in modules (ISO/IEC 18004). */
const quietZone = 4

/** Draws a text as a QR code (error correction M) into a square. */
export function drawQrCode(
  doc: PDFKit.PDFDocument,
  text: string,
  { x, y, size }: { x: number; y: number; size: number },
): void {
  const [symbol] = bwip.raw({ bcid: 'qrcode', text, eclevel: 'M' } as Parameters<typeof bwip.raw>[0])
  const { pixs = [], pixx = 0 } = symbol !== undefined && 'pixs' in symbol ? symbol : {}
  const module = size / (pixx + 2 * quietZone)
  for (const [index, isDark] of pixs.entries()) {
    if (!isDark) continue
    const [row, column] = [Math.floor(index / pixx), index % pixx]
    doc.rect(x + (quietZone + column) * module, y + (quietZone + row) * module, module, module)
  }
  doc.fill('black')
}
