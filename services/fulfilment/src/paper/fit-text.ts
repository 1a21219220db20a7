import { visibleText } from '@prankpost/contracts/visible-text'
import { graphemesOf, type Weight } from './faces.ts'

/** A paragraph and its weight. Line breaks in `text` are kept if there is room for them. */
export interface Paragraph {
  text: string
  weight?: Weight
}

/** Font sizes in points. */
export interface Sizes {
  /** Used when the text fits in this size. */
  largest: number
  /** The minimum size. */
  smallest: number
  /** Down to this size, a smaller font is preferred over wrapping a row; default: the largest size. */
  unwrapped?: number
}

/** One printed line. */
export interface Line {
  text: string
  weight: Weight
}

/** Height of a line, as a multiple of the font size. */
export const leading = 1.25

/** The width of a grapheme in size 1; it is proportional to the size. */
type WidthOf = (grapheme: string, weight: Weight) => number

/** A text with its width in size 1. */
interface Piece {
  text: string
  width: number
}

/**
 * The text between two line breaks. Every grapheme is measured once; the widths at all sizes are computed from these
 * values.
 */
interface Row {
  words: (Piece & { letters: Piece[] })[]
  space: Piece
  weight: Weight
}

/**
 * The lines of paragraphs in the largest size that fits a box. Rows are kept whole if possible, then wrapped between
 * words, then, where a word is too wide, within words. If the smallest size does not fit, line breaks of the text are
 * removed, and finally the end of the text is replaced by an ellipsis.
 */
export function fitText(
  paragraphs: Paragraph[],
  { width, height }: { width: number; height: number },
  { largest, smallest, unwrapped = largest }: Sizes,
  widthOf: WidthOf,
): { size: number; lines: Line[] } {
  const measured = paragraphs.map((paragraph) => rowsOf(paragraph, widthOf))
  const rows = measured.flat()
  const asOneRow = measured.map(([first, ...others]) => ({
    ...(first as Row),
    words: [first as Row, ...others].flatMap(({ words }) => words),
  }))
  const widest = (widths: number[]) => widths.reduce((most, one) => Math.max(most, one), 0)
  const attempts = [
    { rows, downTo: unwrapped, minWidth: widest(rows.map(widthOfRow)) },
    {
      rows,
      downTo: smallest,
      minWidth: widest(rows.flatMap(({ words }) => words.map((word) => word.width))),
    },
    { rows, downTo: smallest, minWidth: 0 },
    { rows: asOneRow, downTo: smallest, minWidth: 0 },
  ]
  const linesAt = (size: number, subset: Row[]) => subset.flatMap((row) => wrap(row, width / size))
  for (const { rows: subset, downTo, minWidth } of attempts) {
    for (let size = largest; size >= downTo; size--) {
      if (minWidth * size > width) continue
      const lines = linesAt(size, subset)
      if (lines.length * size * leading <= height) return { size, lines }
    }
  }
  const maxLines = Math.max(1, Math.floor(height / (smallest * leading)))
  return { size: smallest, lines: cut(linesAt(smallest, asOneRow), maxLines, width / smallest, widthOf) }
}

/** The rows of a paragraph, measured. */
function rowsOf({ text, weight = 'regular' }: Paragraph, widthOf: WidthOf): Row[] {
  const space = { text: ' ', width: widthOf(' ', weight) }
  const wordOf = (word: string) => {
    const letters = graphemesOf(word).map((letter) => ({ text: letter, width: widthOf(letter, weight) }))
    return { text: word, letters, width: letters.reduce((sum, letter) => sum + letter.width, 0) }
  }
  return text.split('\n').map((row) => ({ words: row.split(' ').map(wordOf), space, weight }))
}

const widthOfRow = ({ words, space }: Row) =>
  words.reduce((sum, word) => sum + space.width + word.width, -space.width)

function wrap({ words, space, weight }: Row, width: number): Line[] {
  const pieces = words.flatMap((word) => (word.width <= width ? [word] : joined(word.letters, width)))
  return joined(pieces, width, space).map(({ text }) => ({ text, weight }))
}

/** Joins pieces, with a separator, into as few lines as the width allows. */
function joined(pieces: Piece[], width: number, separator: Piece = { text: '', width: 0 }): Piece[] {
  const lines: Piece[] = []
  for (const { text, width: pieceWidth } of pieces) {
    const last = lines.at(-1)
    if (last === undefined || last.width + separator.width + pieceWidth > width)
      lines.push({ text, width: pieceWidth })
    else {
      last.text += separator.text + text
      last.width += separator.width + pieceWidth
    }
  }
  return lines
}

function cut(lines: Line[], maxLines: number, width: number, widthOf: WidthOf): Line[] {
  const last = lines[maxLines - 1]
  if (lines.length <= maxLines || last === undefined) return lines
  const letters = graphemesOf(last.text).map((text) => ({ text, width: widthOf(text, last.weight) }))
  const [start] = joined(letters, width - widthOf('…', last.weight))
  return [...lines.slice(0, maxLines - 1), { ...last, text: `${start?.text ?? ''}…` }]
}

/** Keeps two words together on one line. */
export const noBreak = '\u00A0'

/** Longer than any text of the contract, and than the capacity of any box in letters of usual width. */
const maxTextLength = 1_000

/**
 * Text that can be printed: accents joined to their letters where Unicode has a combined character, single spaces, and
 * no invisible characters such as controls and direction marks. Text beyond 1,000 characters is replaced by an
 * ellipsis.
 */
export function cleanText(text: string): string {
  const start = text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text
  return visibleText(start)
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[^\S\n\u00A0]+/g, ' ')
    .replace(/(?!\n)\p{Cc}/gu, '')
    .replace(/ ?\n ?/g, '\n')
    .trim()
}
