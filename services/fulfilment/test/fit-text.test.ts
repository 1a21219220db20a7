import PDFDocument from 'pdfkit'
import { describe, expect, test, vi } from 'vitest'
import { createFaces, graphemesOf } from '../src/paper/faces.ts'
import { cleanText, fitText } from '../src/paper/fit-text.ts'
import { drawLabel } from '../src/paper/label.ts'
import { createTypesetter } from '../src/paper/typeset.ts'

const box = { width: 252, height: 296 }
const sizes = { largest: 26, smallest: 8, unwrapped: 18 }

/** Different letters, so that no measured width can be reused. */
const distinct = (length: number) =>
  Array.from({ length }, (_, n) => String.fromCodePoint(0xc0 + ((n * 7) % 400))).join('')

/**
 * Texts that used to be slow: many rows, many words, endless words, many different letters, many accents, long emoji.
 */
const crafted: [string, (length: number) => string][] = [
  ['line breaks', (length) => `${'\n'.repeat(length - 1)}W`],
  ['short rows', (length) => 'W\n'.repeat(length / 2)],
  ['short words', (length) => 'i '.repeat(length / 2)],
  ['an endless word', (length) => 'W'.repeat(length)],
  ['different letters', distinct],
  ['different words', (length) => distinct(length).replace(/(..)./g, '$1 ')],
  ['accents', (length) => `a${'\u030D'.repeat(length - 1)}`],
  ['accents on each letter', (length) => 'a\u030D\u0323\u0331\u030E'.repeat(length / 5)],
  ['a row of joined emojis', (length) => '👩\u200D'.repeat(length / 3)],
  ['families', (length) => '👩\u200D👩\u200D👧 '.repeat(length / 9)],
  ['ideographs', (length) => Array.from({ length }, (_, n) => String.fromCodePoint(0x4e00 + n)).join('')],
  ['Jamo', (length) => '\u1100'.repeat(length)],
  ['Arabic', (length) => 'لله '.repeat(length / 4)],
]

describe.each(crafted)('%s', (_, make) => {
  test.each([200, 100_000])(
    'when it has %d characters then each of the first thousand graphemes is measured once',
    (length) => {
      const widthOf = vi.fn(() => 0.6)
      const text = cleanText(make(length))
      const { lines } = fitText([{ text }, { text, weight: 'bold' }], box, sizes, widthOf)
      expect(text.length).toBeLessThanOrEqual(1_001)
      const spaces = 2
      const ellipsis = 1 + graphemesOf(lines.at(-1)?.text ?? '').length
      expect(widthOf.mock.calls.length).toBeLessThanOrEqual(2 * graphemesOf(text).length + spaces + ellipsis)
      expect(lines.length * 8 * 1.25).toBeLessThanOrEqual(box.height)
    },
  )

  test('when 5 labels are drawn then no character is looked up twice, and only text that fits is drawn', () => {
    const doc = new PDFDocument({ size: [288, 432], margin: 0, autoFirstPage: false })
    const typesetter = createTypesetter(doc)
    const drawn = vi.spyOn(doc, 'text')
    const measured = vi.spyOn(doc, 'widthOfString')
    const text = make(200)
    const contact = { name: text, address: text, city: text, state: 'OR', zipCode: '97701' }
    for (let n = 0; n < 5; n++) {
      doc.addPage()
      const parcel = { contact, quantity: 1, prank: {} as never }
      const shop = { sender: text, returnAddress: [], isReprint: true }
      const content = { parcel, reference: 'GGGGGGGGGG', customMessage: null, recipientPage: '', shop }
      drawLabel(doc, content, typesetter)
    }
    // In the worst case every letter needs another font than the one before.
    const pieces = 5 * (4 * graphemesOf(cleanText(text)).length + 20)
    expect(drawn.mock.calls.length).toBeLessThanOrEqual(pieces)
    // `text` also measures each piece when it draws it.
    expect(measured.mock.calls.length).toBeLessThanOrEqual(3 * pieces)
  })
})

test('when characters are measured repeatedly then each is looked up in the fonts once', () => {
  const doc = new PDFDocument({ autoFirstPage: false })
  const faces = createFaces(doc)
  const letters = graphemesOf(`${distinct(300)}漢字👩\u200D👧a\u030D`)
  const first = letters.map((letter) => faces.widthOf(letter, 'regular'))
  const opened = vi.spyOn(doc, 'font')
  for (let n = 0; n < 10; n++) {
    expect(letters.map((letter) => faces.widthOf(letter, 'regular'))).toEqual(first)
  }
  expect(opened).not.toHaveBeenCalled()
  expect(faces.widthOf('漢', 'regular')).toBe(faces.widthOf('\uFFFD', 'regular'))
})

test('when a text is cut then it ends with an ellipsis', () => {
  expect(cleanText('i'.repeat(5_000))).toBe(`${'i'.repeat(1_000)}…`)
  const { lines, size } = fitText([{ text: cleanText('W'.repeat(5_000)) }], box, sizes, () => 0.9)
  expect([size, lines.at(-1)?.text.endsWith('…')]).toEqual([8, true])
})
