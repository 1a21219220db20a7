import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** A page as a reader sees it: its size in points, its lines from the top, and the positions of its text. */
export interface PdfPage {
  width: number
  height: number
  lines: string[]
  pieces: { text: string; left: number; right: number; baseline: number; size: number }[]
}

/**
 * Reads a PDF with another library than the one that created it: the number of its pages, these pages (from 1; without
 * `only` all of them) and its metadata.
 */
export async function readPdf(
  bytes: ArrayBuffer,
  only?: number[],
): Promise<{ count: number; pages: PdfPage[]; about: string }> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 })
  const document = await task.promise
  const pages: PdfPage[] = []
  const count = document.numPages
  for (const n of only ?? Array.from({ length: count }, (_, index) => index + 1)) {
    const page = await document.getPage(n)
    const [left = 0, bottom = 0, right = 0, top = 0] = page.view
    const { items } = await page.getTextContent()
    const pieces = items
      .flatMap((item) => ('str' in item ? [item] : []))
      .filter(({ str }) => str.trim() !== '')
      .map(({ str, transform, width }) => ({
        text: str,
        left: transform[4],
        right: transform[4] + width,
        baseline: transform[5],
        size: transform[0],
      }))
    pages.push({ width: right - left, height: top - bottom, lines: linesOf(pieces), pieces })
  }
  const about = JSON.stringify((await document.getMetadata()).info)
  await task.destroy()
  return { count, pages, about }
}

/** Pieces at the same height form a line; a gap between two of them is a space. */
function linesOf(pieces: PdfPage['pieces']): string[] {
  const lines = new Map<number, PdfPage['pieces']>()
  for (const piece of pieces) {
    const height = Math.round(piece.baseline * 10)
    lines.set(height, [...(lines.get(height) ?? []), piece])
  }
  return [...lines]
    .sort(([a], [b]) => b - a)
    .map(([, line]) =>
      line
        .sort((a, b) => a.left - b.left)
        .reduce((text, { text: more, left }, n) => {
          const gap = left - (line[n - 1]?.right ?? left)
          return text + (gap > 2 ? ' ' : '') + more
        }, ''),
    )
}
