import { fontFile } from './font-file.ts'

/** The scripts that addresses may come in; the first that has a character sets it. */
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

/** How heavy a text is set. */
export type Weight = keyof typeof weights

/** Stands where no font has the character, so that the gap is seen and asked about. */
const missing = '\uFFFD'

/** Join emojis, or choose between their forms; nothing is set for them. */
const unseen = /[\u200D\uFE00-\uFE0F]/

/** Accents that stand by themselves, where Unicode has no letter with them. */
const mark = /\p{M}/u

/** A piece of text that one font can set. */
interface Run {
  font: string
  text: string
}

/** What there is to know of a font that is open: pdfkit has it, though its types do not say so. */
interface OpenedFont {
  unitsPerEm: number
  hasGlyphForCodePoint(code: number): boolean
  glyphForCodePoint(code: number): { advanceWidth: number }
}

/** The faces of one document: says which font sets which piece of a text. */
export interface Faces {
  runsOf(text: string, weight: Weight): Run[]
  /**
   * How wide a grapheme is in size 1, by the advances of its characters: each character is looked up once in a
   * document, so that no text costs more than there are characters. Kerning is left out.
   */
  widthOf(grapheme: string, weight: Weight): number
}

/** A character as it is set: by which font, null where none has it, and how wide in size 1. */
interface SetCharacter {
  character: string
  font: string | null
  width: number
}

/**
 * Noto Sans for a document. Its files hold a script each, so that one name may need two of them (`Łukasz`);
 * each is opened, and embedded, only when a text needs it.
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
    // An accent stands over its letter.
    const advance = mark.test(character) ? 0 : font.glyphForCodePoint(code).advanceWidth
    return { character, font: `${script}-${weight}`, width: advance / font.unitsPerEm }
  }
  const known = { regular: new Map<string, SetCharacter>(), bold: new Map<string, SetCharacter>() }
  const find = (character: string, weight: Weight): SetCharacter => {
    const found = known[weight].get(character) ?? lookUp(character, weight)
    known[weight].set(character, found)
    return found
  }
  /** What is set for a grapheme: its characters, or one gap for all of them. */
  const setOf = (grapheme: string, weight: Weight): SetCharacter[] => {
    const set = [...grapheme]
      .filter((character) => !unseen.test(character))
      .map((character) => find(character, weight))
      // Rather a letter without its rare accent than no letter.
      .filter(({ character, font }) => font !== null || !mark.test(character))
    // An emoji of several code points that has no glyph is one gap, not five.
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

/** What a reader sees as one character each: accents with their letters, an emoji whole. */
export const graphemesOf = (text: string): string[] =>
  Array.from(segmenter.segment(text), ({ segment }) => segment)
