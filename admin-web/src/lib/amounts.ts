/** Converts a decimal string of a response, such as `4.99`, to cents. */
export const centsOf = (amount: string) => Math.round(Number(amount) * 100)

/** Formats cents as a decimal string, as requests contain it: `499` -> `4.99`. */
export const amountOf = (cents: number) => (cents / 100).toFixed(2)

/** Parses an amount that the operator typed, such as `4.99` or `$5`, to cents; null if it is not a positive amount. */
export function typedCents(text: string): number | null {
  const amount = text.trim().replace(/^\$/, '')
  return /^\d{1,6}(\.\d{1,2})?$/.test(amount) ? centsOf(amount) || null : null
}
