import { fontFile } from './font-file.ts'

/** The scripts of the supported fonts; the first font that contains a character is used. */
const scripts = [
  'latin',
  'latin-ext',
  'vietnamese',
  'greek',
  'greek-ext',
  'cyrillic',
  'cyrillic-ext',
] as const
const weights = { regular: 400, bold: 700 } as const

/** The weight of a text. */
export type Weight = keyof typeof weights

/** Replaces a character that no font contains, so that the operator sees that one is missing. */
const missing = '\uFFFD'

/** Characters that join emojis or select their form; they are not printed. */
const invisible = /[\u200D\uFE00-\uFE0F]/

/** Combining accents, where Unicode has no precomposed letter. */
const combiningMark = /\p{M}/u

/** A piece of text in one font. */
interface Run {
  font: string
  text: string
}

/** The data of an open font: pdfkit provides it, but its types do not declare it. */
interface OpenedFont {
  unitsPerEm: number
  hasGlyphForCodePoint(code: number): boolean
  glyphForCodePoint(code: number): { advanceWidth: number }
}

/** The fonts of one document: chooses the font for each piece of a text. */
export interface Faces {
  runsOf(text: string, weight: Weight): Run[]
  /**
   * The width of a grapheme in size 1: the sum of the advances of its characters. Each distinct character is looked up
   * once per document, which limits the cost of any text. Kerning is ignored.
   */
  widthOf(grapheme: string, weight: Weight): number
}

/** A character with its font (null if no font contains it) and its width in size 1. */
interface SetCharacter {
  character: string
  font: string | null
  width: number
}

/**
 * Noto Sans for a document. Each font file covers one script, so one name may need two of them (`Łukasz`). A file is
 * opened and embedded only when a text needs it.
 */
export function createFaces(doc: PDFKit.PDFDocument): Faces {
  const opened = new Map<string, OpenedFont>()
  const open = (script: string, weight: Weight): OpenedFont => {
    const name = `${script}-${weight}`
    const known = opened.get(name)
    if (known !== undefined) return known
    doc.registerFont(
      name,
      fontFile(`@fontsource/noto-sans/files/noto-sans-${script}-${weights[weight]}-normal.woff`),
    )
    const { font } = (doc.font(name) as unknown as { _font: { font: OpenedFont } })._font
    opened.set(name, font)
    return font
  }
  const lookUp = (character: string, weight: Weight): SetCharacter => {
    const code = character.codePointAt(0) ?? 0
    const script = scripts.find((one) => open(one, weight).hasGlyphForCodePoint(code))
    if (script === undefined) return { character, font: null, width: 0 }
    const font = open(script, weight)
    // An accent is placed over its letter.
    const advance = combiningMark.test(character) ? 0 : font.glyphForCodePoint(code).advanceWidth
    return { character, font: `${script}-${weight}`, width: advance / font.unitsPerEm }
  }
  const known = { regular: new Map<string, SetCharacter>(), bold: new Map<string, SetCharacter>() }
  const find = (character: string, weight: Weight): SetCharacter => {
    const found = known[weight].get(character) ?? lookUp(character, weight)
    known[weight].set(character, found)
    return found
  }
  /** The characters to print for a grapheme, or one replacement character for the whole grapheme. */
  const setOf = (grapheme: string, weight: Weight): SetCharacter[] => {
    const set = [...grapheme]
      .filter((character) => !invisible.test(character))
      .map((character) => find(character, weight))
      // If no font has the accent, print the letter without it.
      .filter(({ character, font }) => font !== null || !combiningMark.test(character))
    // An emoji of several code points without a glyph becomes one replacement character, not five.
    return set.some(({ font }) => font === null) ? [find(missing, weight)] : set
  }

  return {
    runsOf(text, weight) {
      const runs: Run[] = []
      for (const { character, font } of graphemesOf(text).flatMap((grapheme) => setOf(grapheme, weight))) {
        const last = runs.at(-1)
        if (last?.font === font) last.text += character
        else runs.push({ font: font ?? '', text: character })
      }
      return runs
    },
    widthOf: (grapheme, weight) => setOf(grapheme, weight).reduce((sum, { width }) => sum + width, 0),
  }
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Splits a text into the characters that a reader sees: an accent with its letter, an emoji as a whole. */
export const graphemesOf = (text: string): string[] =>
  Array.from(segmenter.segment(text), ({ segment }) => segment)
