import { z } from 'zod'

const maxCents = 100_000_000

/** Formats an amount in cents as a decimal string: `499` -> `"4.99"`. */
export function formatCents(cents: number): string {
  const sign = cents < 0 ? '-' : ''
  const abs = Math.abs(cents)
  return `${sign}${Math.floor(abs / 100)}.${String(abs % 100).padStart(2, '0')}`
}

/**
 * Parses an external amount (`4.99`, `"4.99"` or `"$4.99"`) to cents. Returns null for anything else: negative amounts,
 * fractions of a cent, or a million dollars and more.
 */
export function parseMoney(value: unknown): number | null {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string' || !/^\$?\d{1,7}(\.\d{1,2})?$/.test(text)) return null
  const [dollars = '0', cents = ''] = text.replace('$', '').split('.')
  const total = Number(dollars) * 100 + Number(cents.padEnd(2, '0'))
  return total < maxCents ? total : null
}

/** Money in a request: a number, `"4.99"` or `"$4.99"`; parsed to integer cents. */
export const moneyInput = z.union([z.number(), z.string().max(20)]).transform((value, context) => {
  const cents = parseMoney(value)
  if (cents === null) {
    context.addIssue({ code: 'custom', message: 'must be an amount such as 4.99' })
    return z.NEVER
  }
  return cents
})

/** Money in a response: a decimal string such as `"4.99"`. */
export const moneyString = z.string().regex(/^-?\d+\.\d{2}$/)

/** An amount in an event: integer cents, never negative. */
export const cents = z.int().min(0).max(maxCents)
