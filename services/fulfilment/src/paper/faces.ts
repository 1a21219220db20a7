import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

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
  font: { hasGlyphForCodePoint(code: number): boolean }
}

/** The faces of one document: says which font sets which piece of a text. */
export interface Faces {
  runsOf(text: string, weight: Weight): Run[]
}

/**
 * Registers Noto Sans with a document. Its files hold a script each, so that one name may need two
 * of them (`Łukasz`); each is opened, and embedded, only when a text needs it. The files are WOFF:
 * fontkit cannot embed parts of WOFF2.
 */
export function createFaces(doc: PDFKit.PDFDocument): Faces {
  for (const script of scripts) {
    for (const [weight, number] of Object.entries(weights)) {
      const file = `@fontsource/noto-sans/files/noto-sans-${script}-${number}-normal.woff`
      doc.registerFont(`${script}-${weight}`, require.resolve(file))
    }
  }
  const fontOf = new Map<string, string | null>()
  const has = (font: string, character: string) => {
    const { font: opened } = (doc.font(font) as unknown as { _font: OpenedFont })._font
    return opened.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)
  }
  const findFont = (character: string, weight: Weight): string | null => {
    const key = `${weight} ${character}`
    const known = fontOf.get(key)
    if (known !== undefined) return known
    const script = scripts.find((one) => has(`${one}-${weight}`, character))
    const found = script === undefined ? null : `${script}-${weight}`
    fontOf.set(key, found)
    return found
  }

  return {
    runsOf(text, weight) {
      const runs: Run[] = []
      const add = (font: string, piece: string) => {
        const last = runs.at(-1)
        if (last?.font === font) last.text += piece
        else runs.push({ font, text: piece })
      }
      for (const grapheme of graphemesOf(text)) {
        const set = [...grapheme]
          .filter((character) => !unseen.test(character))
          .map((character) => ({ character, font: findFont(character, weight) }))
          // Rather a letter without its rare accent than no letter.
          .filter(({ character, font }) => font !== null || !mark.test(character))
        // An emoji of several code points that has no glyph is one gap, not five.
        if (set.some(({ font }) => font === null)) add(`latin-${weight}`, missing)
        else for (const { font, character } of set) add(font ?? '', character)
      }
      return runs
    },
  }
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** What a reader sees as one character each: accents with their letters, an emoji whole. */
export const graphemesOf = (text: string): string[] =>
  Array.from(segmenter.segment(text), ({ segment }) => segment)
