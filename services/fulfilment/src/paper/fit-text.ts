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

/** How wide a text is in size 1; it grows in proportion. */
type WidthOf = (text: string, weight: Weight) => number

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
  const rows = paragraphs.flatMap(({ text, weight = 'regular' }) =>
    text.split('\n').map((row): Line => ({ text: row, weight })),
  )
  const widest = (pieces: Line[]) => Math.max(0, ...pieces.map(({ text, weight }) => widthOf(text, weight)))
  const words = rows.flatMap((row) => row.text.split(' ').map((text): Line => ({ ...row, text })))
  const asOneRow = paragraphs.map(
    ({ text, weight = 'regular' }): Line => ({ text: text.replaceAll('\n', ' '), weight }),
  )
  const attempts = [
    { rows, downTo: unwrapped, whole: widest(rows) },
    { rows, downTo: smallest, whole: widest(words) },
    { rows, downTo: smallest, whole: 0 },
    { rows: asOneRow, downTo: smallest, whole: 0 },
  ]
  const linesAt = (size: number, some: Line[]) => some.flatMap((row) => wrap(row, width / size, widthOf))
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

function wrap({ text, weight }: Line, width: number, widthOf: WidthOf): Line[] {
  const words = text
    .split(' ')
    .flatMap((word) =>
      widthOf(word, weight) <= width ? [word] : breakWord({ text: word, weight }, width, widthOf),
    )
  const lines: { text: string; width: number }[] = []
  for (const word of words) {
    const last = lines.at(-1)
    const longer = (last?.width ?? 0) + widthOf(' ', weight) + widthOf(word, weight)
    if (last === undefined || longer > width) lines.push({ text: word, width: widthOf(word, weight) })
    else Object.assign(last, { text: `${last.text} ${word}`, width: longer })
  }
  return lines.map((line) => ({ text: line.text, weight }))
}

/** The pieces of a word, each as long as the width allows. */
function breakWord({ text, weight }: Line, width: number, widthOf: WidthOf): string[] {
  const pieces: { text: string; width: number }[] = []
  for (const grapheme of graphemesOf(text)) {
    const more = widthOf(grapheme, weight)
    const last = pieces.at(-1)
    if (last === undefined || last.width + more > width) pieces.push({ text: grapheme, width: more })
    else Object.assign(last, { text: last.text + grapheme, width: last.width + more })
  }
  return pieces.map((piece) => piece.text)
}

function cut(lines: Line[], most: number, width: number, widthOf: WidthOf): Line[] {
  const last = lines[most - 1]
  if (lines.length <= most || last === undefined) return lines
  const graphemes = graphemesOf(last.text)
  while (graphemes.length > 0 && widthOf(`${graphemes.join('')}…`, last.weight) > width) graphemes.pop()
  return [...lines.slice(0, most - 1), { ...last, text: `${graphemes.join('')}…` }]
}

/** Holds two words together on one line. */
export const noBreak = '\u00A0'

/**
 * Text as it can be set: accents joined to their letters where Unicode has them as one, single spaces,
 * and nothing that is not seen, such as controls and direction marks.
 */
export function cleanText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[^\S\n\u00A0]+/g, ' ')
    .replace(/(?!\n)\p{Cc}|(?!\u200D)\p{Cf}/gu, '')
    .replace(/ ?\n ?/g, '\n')
    .trim()
}
