import fc from 'fast-check'
import { expect, test } from 'vitest'
import { discountKinds } from '../src/constants.ts'
import { discountedPrices, monthlyPrice } from '../src/discount-price.ts'

const items = [
  { priceCents: 499, quantity: 2 },
  { priceCents: 1250, quantity: 1 },
]

test.each([
  ['percent', 2_000, [399, 1_000]],
  ['amount', 500, [388, 971]],
  ['amount', 100_000, [50, 50]],
  ['unitPrice', 99, [99, 99]],
  ['unitPrice', 600, [499, 600]],
] as const)('when %s is %d, then the unit prices are %j', (kind, value, prices) => {
  expect(discountedPrices(items, { kind, value })).toEqual(prices)
})

test('when there is no discount, then the prices are the list prices', () => {
  expect(discountedPrices(items, null)).toEqual([499, 1250])
  expect(monthlyPrice(3, null)).toBe(1497)
})

test('when a plan has a discount, then it reduces the whole month', () => {
  expect(monthlyPrice(3, { kind: 'unitPrice', value: 99 })).toBe(99)
  expect(monthlyPrice(3, { kind: 'percent', value: 1_000 })).toBe(1347)
  expect(monthlyPrice(3, { kind: 'amount', value: 200 })).toBe(1297)
})

test('when an amount is taken off, then the customer gets at least that much, and never pays more than the list price', () => {
  const item = fc.record({
    priceCents: fc.integer({ min: 50, max: 5_000 }),
    quantity: fc.integer({ min: 1, max: 10 }),
  })
  const terms = fc.record({
    kind: fc.constantFrom(...discountKinds),
    value: fc.integer({ min: 1, max: 9_900 }),
  })
  fc.assert(
    fc.property(fc.array(item, { minLength: 1, maxLength: 50 }), terms, (cart, terms) => {
      const prices = discountedPrices(cart, terms)
      const sum = (unit: number[]) =>
        cart.reduce((all, { quantity }, n) => all + quantity * (unit[n] ?? 0), 0)
      const list = cart.map(({ priceCents }) => priceCents)
      expect(
        prices.every((price, n) => Number.isInteger(price) && price >= 50 && price <= (list[n] ?? 0)),
      ).toBe(true)
      if (terms.kind === 'amount' && prices.every((price) => price > 50)) {
        expect(sum(list) - sum(prices)).toBeGreaterThanOrEqual(terms.value)
      }
    }),
  )
})
