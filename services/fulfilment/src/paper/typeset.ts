import { createFaces } from './faces.ts'
import { cleanText, fitText, type Line, leading, noBreak, type Paragraph, type Sizes } from './fit-text.ts'

/** A rectangle of the page, in points from its top left corner. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** Prints text into boxes of a document, and never outside them. */
export interface Typesetter {
  /** Prints paragraphs below each other, as large as the box and the sizes allow (see fitText). */
  set(paragraphs: Paragraph[], box: Box, sizes: Sizes): void
  /** Prints one paragraph aligned to the box's right edge; otherwise like `set`. */
  setRight(text: string, box: Box, sizes: Sizes): void
}

/** The baseline of a line, in font sizes from its top. */
const baseline = 0.95

/** Creates a typesetter for a document. */
export function createTypesetter(doc: PDFKit.PDFDocument): Typesetter {
  const faces = createFaces(doc)

  /** The pieces of a line, each with its printed width in size 1, kerning included. */
  const piecesOf = ({ text, weight }: Line) =>
    // In the PDF a no-break space becomes a normal space, so that searching for the text works.
    faces.runsOf(text.replaceAll(noBreak, ' '), weight).map((run) => {
      return { ...run, width: doc.font(run.font).fontSize(1).widthOfString(run.text) }
    })

  const setLines = (paragraphs: Paragraph[], box: Box, sizes: Sizes, alignment: 'left' | 'right') => {
    const clean = paragraphs.map((paragraph) => ({ ...paragraph, text: cleanText(paragraph.text) }))
    const visible = clean.filter(({ text }) => text !== '')
    const { size, lines } = fitText(visible, box, sizes, faces.widthOf)
    for (const [n, line] of lines.entries()) {
      const pieces = piecesOf(line)
      const width = pieces.reduce((sum, piece) => sum + piece.width, 0)
      // Kerning can make the line wider than measured; then this line is printed slightly smaller.
      const fitted = Math.min(size, box.width / width)
      let x = alignment === 'left' ? box.x : box.x + box.width - width * fitted
      for (const piece of pieces) {
        doc.font(piece.font).fontSize(fitted)
        const y = box.y + n * size * leading + size * baseline
        doc.text(piece.text, x, y, { lineBreak: false, baseline: 'alphabetic' })
        x += piece.width * fitted
      }
    }
  }

  return {
    set: (paragraphs, box, sizes) => setLines(paragraphs, box, sizes, 'left'),
    setRight: (text, box, sizes) => setLines([{ text }], box, sizes, 'right'),
  }
}
