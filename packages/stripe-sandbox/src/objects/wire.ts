import type Stripe from 'stripe'

// Only the types of the `stripe` package are used here: loading it costs a process 35 MB.

/** The version of Stripe's API whose shapes the answers have: that of the pinned `stripe` package. */
export const apiVersion: typeof Stripe.API_VERSION = '2026-10-28.endive'

/** A decimal as it is sent: Stripe's type is a string in JSON. */
export const decimal = (value: number) => String(value) as unknown as Stripe.Decimal

type Names<T extends string> = T extends `${infer First} ${infer Rest}` ? First | Names<Rest> : T

/**
 * The fields of these names, separated by spaces, which the sandbox never fills.
 * @example nulls('application mandate') // { application: null, mandate: null }
 */
export function nulls<T extends string>(...names: T[]): Record<Names<T>, null> {
  const entries = names.flatMap((some) => some.split(' ')).map((name) => [name, null])
  return Object.fromEntries(entries)
}
