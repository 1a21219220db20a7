import { createFaces, type Weight } from './faces.ts'
import { cleanText, fitText, type Line, leading, noBreak, type Paragraph, type Sizes } from './fit-text.ts'

/** A rectangle of the page, in points from its top left corner. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** Sets text into boxes of a document, and never beyond them. */
export interface Typesetter {
  /** Sets paragraphs below each other, as large as the box and the sizes allow (see fitText). */
  set(paragraphs: Paragraph[], box: Box, sizes: Sizes): void
  /** Sets one that ends at the box's right edge; otherwise as `set`. */
  setRight(text: string, box: Box, sizes: Sizes): void
}

/** Where letters stand within their line, in font sizes from its top. */
const baseline = 0.95

/** A typesetter for a document. */
export function createTypesetter(doc: PDFKit.PDFDocument): Typesetter {
  const faces = createFaces(doc)
  const widths = new Map<string, number>()

  const widthOf = (text: string, weight: Weight): number => {
    const key = `${weight} ${text}`
    const known = widths.get(key)
    if (known !== undefined) return known
    const runs = faces.runsOf(text, weight)
    const width = runs.reduce((sum, run) => sum + doc.font(run.font).fontSize(1).widthOfString(run.text), 0)
    widths.set(key, width)
    return width
  }

  const draw = ({ text, weight }: Line, x: number, y: number, size: number) => {
    let at = x
    // On paper a space that held words together is one like others: so that it is found as one.
    for (const run of faces.runsOf(text.replaceAll(noBreak, ' '), weight)) {
      doc.font(run.font).fontSize(size)
      doc.text(run.text, at, y + size * baseline, { lineBreak: false, baseline: 'alphabetic' })
      at += doc.widthOfString(run.text)
    }
  }

  const setLines = (paragraphs: Paragraph[], box: Box, sizes: Sizes, leftOf: (width: number) => number) => {
    const clean = paragraphs.map((one) => ({ ...one, text: cleanText(one.text) }))
    const seen = clean.filter(({ text }) => text !== '')
    const { size, lines } = fitText(seen, box, sizes, widthOf)
    for (const [n, line] of lines.entries()) {
      draw(line, leftOf(widthOf(line.text, line.weight) * size), box.y + n * size * leading, size)
    }
  }

  return {
    set: (paragraphs, box, sizes) => setLines(paragraphs, box, sizes, () => box.x),
    setRight: (text, box, sizes) => setLines([{ text }], box, sizes, (width) => box.x + box.width - width),
  }
}
