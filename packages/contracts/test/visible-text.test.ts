import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contact, contactInput } from '../src/contact.ts'
import { importedOrder } from '../src/imported-order.ts'
import { line, paragraph } from '../src/primitives.ts'
import { contactMessagePatch, contactSubmitInput } from '../src/support.ts'
import { registerInput } from '../src/user.ts'
import { visibleText } from '../src/visible-text.ts'

const messagesOf = (result: { error?: { issues: { message: string }[] } | undefined }) =>
  result.error?.issues.map(({ message }) => message)

describe.each([
  ['line', line(20, 'Name')],
  ['paragraph', paragraph(20, 'Name')],
])('a %s', (_, schema) => {
  test.each([
    ['zero-width spaces', '\u200B\u200B'],
    ['joiners', '\u200D\u200C\u2060'],
    ['direction marks', '\u202E\u200F\u2066\u2069'],
    ['soft hyphens', '\u00AD'],
    ['byte order marks', '\uFEFF'],
    ['Hangul fillers', '\u3164\u115F\u1160\uFFA0'],
    ['Braille blanks', '\u2800'],
    ['variation selectors', '\uFE0F\u{E0100}'],
    ['tags', '\u{E0041}\u{E007F}'],
    ['half of a surrogate pair', '\uD83D'],
    ['accents without a letter', '\u0301\u20E3 \u034F\u0308'],
    ['blanks of other scripts', '\u3000\u00A0\u2003\u2028'],
    ['all of them', ' \u200B\u202E\u3164 \u2800\uFE0F\u0301 '],
  ])('when it contains only %s then it counts as missing', (_name, text) => {
    expect(messagesOf(schema.safeParse(text))).toEqual(['Name is required'])
  })

  test.each([
    ['Ann\u200B \u202EOther\u202C\u00AD', 'Ann Other'],
    ['Ge\u200Dorge \u200Cbush', 'George bush'],
    ['Rene\u0301', 'Ren\u00E9'],
    ['e\u200B\u0301', '\u00E9'],
    ['Ngu\u0065\u0302\u0303n', 'Ngu\u1EC5n'],
    [`a${'\u030D'.repeat(19)}b`, 'a\u030D\u030D\u030D\u030Db'],
    ['Smile\uFE0F 1\uFE0F', 'Smile 1'],
    ['x\uD83Dy', 'xy'],
    ['한\u3164글', '한글'],
  ])('when it is %j then it becomes %j', (text, expected) => {
    expect(schema.parse(text)).toBe(expected)
  })

  test.each([
    'Łukasz Żółć Ñandú',
    'Nguyễn Đặng',
    'Иван Ґалаґан',
    '漢字かな 한국어',
    'שָׁלוֹם',
    'สวัสดีที่นี่',
    'می\u200Cخواهم',
    'क्\u200Dष',
    'র\u200D\u09CDযালি',
    '👩\u200D👩\u200D👧 ❤\uFE0F 1\uFE0F\u20E3',
    '👩🏽\u200D❤\uFE0F\u200D👨🏿',
    '\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}🇺🇸',
  ])('when it is %s then it is unchanged', (text) => {
    expect(schema.parse(text)).toBe(text.normalize('NFC'))
  })

  test('when composing moves an accent between a letter and its joiner then the second time changes nothing', () => {
    const once = visibleText('한\u0308\u09CD\u200Dی')
    expect(visibleText(once)).toBe(once)
  })

  test('when it is too long then it is refused, and a very long text is not even processed', () => {
    const tooLong = ['Name must be at most 20 characters']
    expect(messagesOf(schema.safeParse('x'.repeat(21)))).toEqual(tooLong)
    expect(messagesOf(schema.safeParse('\u200B'.repeat(1_000_000)))).toEqual(tooLong)
  })

  test('when its length is checked then only the stored text counts', () => {
    expect(schema.parse(` ${'e\u0301'.repeat(20)}\u200B`)).toBe('\u00E9'.repeat(20))
  })
})

test('when a line has a line separator then it becomes a space; a paragraph keeps its line breaks', () => {
  expect(line(10).parse('a\u2028b')).toBe('a b')
  expect(paragraph(10).parse('a\nb')).toBe('a\nb')
})

test('when a text is normalized twice then the second time changes nothing, and it is never only invisible characters', () => {
  const odd = fc.constantFrom(
    ...'a1#e\u0301\u0308\u200B\u200C\u200D\u202E\uFE0F\u20E3\u3164\u2800\u00AD 👩👧🏽🏴🇺❤ক\u09CDযम्षی\u0650خ한\n',
    '\u{E0067}',
    '\u{E007F}',
    '\uD83D',
    '\uDC00',
  )
  fc.assert(
    fc.property(fc.array(odd, { maxLength: 30 }), (parts) => {
      const once = visibleText(parts.join(''))
      expect(visibleText(once)).toBe(once)
      expect(once).toBe(once.normalize('NFC'))
      expect(once).toBe(once.toWellFormed())
      expect(once).not.toMatch(/^[\p{Cf}\p{M}\u3164\u2800]+$/u)
    }),
    { numRuns: 2_000 },
  )
})

describe('every text from users', () => {
  const invisible = '\u200B\u202E'
  const gerald = { name: 'Gerald', address: '1 Path', city: 'Bend', state: 'OR', zipCode: '97701' }
  const mail = { name: 'Pat', email: 'pat@example.com', subject: 'Late', message: 'Where?' }
  const account = { email: 'a@b.test', password: 'correct horse', firstName: 'Pat', lastName: 'Lee' }

  test.each([
    ['name of a target', contactInput, { ...gerald, name: invisible }, 'Name is required'],
    ['address', contactInput, { ...gerald, address: invisible }, 'Address is required'],
    ['city', contactInput, { ...gerald, city: invisible }, 'City is required'],
    ['first name', registerInput, { ...account, firstName: invisible }, 'First name is required'],
    ['last name', registerInput, { ...account, lastName: invisible }, 'Last name is required'],
    ['subject', contactSubmitInput, { ...mail, subject: invisible }, 'Subject is required'],
    ['message', contactSubmitInput, { ...mail, message: invisible }, 'Message is required'],
  ])(
    'when the %s contains only invisible characters then it counts as missing',
    (_, schema, input, message) => {
      expect(messagesOf(schema.safeParse(input))).toEqual([message])
    },
  )

  test('when notes contain invisible characters then they are removed, and a space at the end stays', () => {
    const patch = { adminNotes: 'Rang\u200B him ', previous: { adminNotes: 'Rang\u200B' } }
    expect(contactMessagePatch.parse(patch)).toEqual({
      adminNotes: 'Rang him ',
      previous: { adminNotes: 'Rang\u200B' },
    })
  })

  test('when imported orders contain invisible characters then they are removed', () => {
    const item = {
      prankName: 'Raw\u200B Potato',
      price: '4.99',
      contact: { ...gerald, name: 'Ge\u202Erald' },
    }
    const order = {
      externalId: '1',
      customerEmail: 'a@b.test',
      customerName: 'Ann\u200B',
      status: 'paid',
      paidAt: '2026-01-01T00:00:00Z',
      customMessage: '\u200B',
      items: [item],
    }
    expect(importedOrder.parse(order)).toMatchObject({
      customerName: 'Ann',
      customMessage: '',
      items: [{ prankName: 'Raw Potato', contact: gerald }],
    })
  })

  test('when a target was stored under earlier rules then it is still read unchanged', () => {
    const stored = { ...gerald, name: invisible, id: 'a'.repeat(24), profilePicture: 'hunk' }
    expect(contact.parse(stored)).toEqual({ ...stored, address2: null })
  })
})
