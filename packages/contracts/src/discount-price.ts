import { basePriceCents, type DiscountKind, minPriceCents } from './constants.ts'

/** `value` is cents, or hundredths of a percent. */
export interface DiscountTerms {
  kind: DiscountKind
  value: number
}

/**
 * The price of one unit of each item with a discount, in cents. An amount is divided by price and rounded up per unit, so
 * that the customer gets at least the amount. A price is never raised, and never below what Stripe charges at least.
 * @example discountedPrices([{ priceCents: 499, quantity: 2 }], { kind: 'percent', value: 2000 }) // [399]
 */
export function discountedPrices(
  items: readonly { priceCents: number; quantity: number }[],
  terms: DiscountTerms | null,
): number[] {
  const prices = items.map(({ priceCents }) => priceCents)
  if (terms === null) return prices
  const total = items.reduce((sum, { priceCents, quantity }) => sum + priceCents * quantity, 0)
  return prices.map((price) =>
    Math.min(price, Math.max(minPriceCents, Math.floor(reduced(price, total, terms)))),
  )
}

function reduced(price: number, total: number, { kind, value }: DiscountTerms): number {
  if (kind === 'unitPrice') return value
  if (kind === 'percent') return (price * (10_000 - value)) / 10_000
  return (price * Math.max(0, total - value)) / total
}

/** The price of a month with this many pranks, in cents. With `unitPrice` the whole month has that price. */
export function monthlyPrice(prankCount: number, terms: DiscountTerms | null): number {
  return discountedPrices([{ priceCents: basePriceCents * prankCount, quantity: 1 }], terms)[0] ?? 0
}
