import { visibleText } from '@prankpost/contracts/visible-text'
import { graphemesOf, type Weight } from './faces.ts'

/** A paragraph, and how it is set. Line breaks in `text` are kept while there is room for them. */
export interface Paragraph {
  text: string
  weight?: Weight
}

/** Font sizes in points. */
export interface Sizes {
  /** A text is set in this size where it fits. */
  largest: number
  /** Below it nothing is set. */
  smallest: number
  /** Down to this size a row is rather set smaller than wrapped; default: the largest. */
  unwrapped?: number
}

/** One line as it is set. */
export interface Line {
  text: string
  weight: Weight
}

/** Height of a line in font sizes. */
export const leading = 1.25

/** How wide a grapheme is in size 1; it grows in proportion. */
type WidthOf = (grapheme: string, weight: Weight) => number

/** A text with its width in size 1. */
interface Piece {
  text: string
  width: number
}

/** What stands between two line breaks. Every grapheme is measured once: all sizes are tried with sums of these. */
interface Row {
  words: (Piece & { letters: Piece[] })[]
  space: Piece
  weight: Weight
}

/**
 * Lines of the largest size in which paragraphs fit a box. Rows are left whole if possible, then
 * wrapped between words, then, where even a word is too wide, within words. If the smallest size is
 * not small enough, line breaks of the text give way, and at last its end, for an ellipsis.
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
    { rows, downTo: unwrapped, whole: widest(rows.map(widthOfRow)) },
    { rows, downTo: smallest, whole: widest(rows.flatMap(({ words }) => words.map((word) => word.width))) },
    { rows, downTo: smallest, whole: 0 },
    { rows: asOneRow, downTo: smallest, whole: 0 },
  ]
  const linesAt = (size: number, some: Row[]) => some.flatMap((row) => wrap(row, width / size))
  for (const { rows: some, downTo, whole } of attempts) {
    for (let size = largest; size >= downTo; size--) {
      if (whole * size > width) continue
      const lines = linesAt(size, some)
      if (lines.length * size * leading <= height) return { size, lines }
    }
  }
  const most = Math.max(1, Math.floor(height / (smallest * leading)))
  return { size: smallest, lines: cut(linesAt(smallest, asOneRow), most, width / smallest, widthOf) }
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

/** Joins pieces, with something between them, to as few as the width allows. */
function joined(pieces: Piece[], width: number, between: Piece = { text: '', width: 0 }): Piece[] {
  const longer: Piece[] = []
  for (const { text, width: more } of pieces) {
    const last = longer.at(-1)
    if (last === undefined || last.width + between.width + more > width) longer.push({ text, width: more })
    else {
      last.text += between.text + text
      last.width += between.width + more
    }
  }
  return longer
}

function cut(lines: Line[], most: number, width: number, widthOf: WidthOf): Line[] {
  const last = lines[most - 1]
  if (lines.length <= most || last === undefined) return lines
  const letters = graphemesOf(last.text).map((text) => ({ text, width: widthOf(text, last.weight) }))
  const [start] = joined(letters, width - widthOf('…', last.weight))
  return [...lines.slice(0, most - 1), { ...last, text: `${start?.text ?? ''}…` }]
}

/** Holds two words together on one line. */
export const noBreak = '\u00A0'

/** More than any text of the contract has, and more than any box holds in letters of usual width. */
const longest = 1_000

/**
 * Text as it can be set: accents joined to their letters where Unicode has them as one, single spaces,
 * and nothing that is not seen, such as controls and direction marks. What is beyond 1,000 characters is
 * not looked at: an ellipsis stands for it.
 */
export function cleanText(text: string): string {
  const start = text.length > longest ? `${text.slice(0, longest)}…` : text
  return visibleText(start)
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[^\S\n\u00A0]+/g, ' ')
    .replace(/(?!\n)\p{Cc}/gu, '')
    .replace(/ ?\n ?/g, '\n')
    .trim()
}
