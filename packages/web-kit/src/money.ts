import { basePriceCents } from '@prankpost/contracts/constants'
import { formatCents, parseMoney } from '@prankpost/contracts/money'

/** Formats an amount: `499` -> `$4.99`. */
export function dollars(cents: number): string {
  return cents < 0 ? `-$${formatCents(-cents)}` : `$${formatCents(cents)}`
}

/** The cents of a price such as `4.99` or `$4.99`; the base price when it cannot be parsed. */
export function priceCents(price: unknown): number {
  return parseMoney(price) ?? basePriceCents
}
