import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatCents, moneyInput, parseMoney } from '../src/money.ts'

describe('money', () => {
  test('when cents are formatted and parsed again then they are equal, in every format', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999 }), (cents) => {
        const shown = formatCents(cents)
        expect(shown).toMatch(/^\d+\.\d{2}$/)
        for (const form of [shown, `$${shown}`, Number(shown)]) expect(parseMoney(form)).toBe(cents)
      }),
    )
  })

  test.each([
    [4.99, 499],
    ['4.99', 499],
    ['$4.99', 499],
    ['4.9', 490],
    ['4', 400],
    [0, 0],
    [0.07, 7],
    [1.1, 110],
  ])('when %j is parsed then it is %i cents', (form, cents) => expect(parseMoney(form)).toBe(cents))

  test.each([
    -4.99,
    '-4.99',
    4.999,
    '4.999',
    'free',
    '',
    ' 4.99',
    '4,99',
    '1e3',
    1e21,
    1e-7,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    null,
    undefined,
    {},
    [],
    ['4.99'],
    true,
    '٤.٩٩',
    '0x10',
    '$$4',
    '1000000.00',
    1_000_000,
  ])('when %j is parsed then it is not an amount', (form) => {
    expect(parseMoney(form)).toBeNull()
    expect(moneyInput.safeParse(form).success).toBe(false)
  })
})
