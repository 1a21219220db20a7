import type Stripe from 'stripe'

// Of the `stripe` package only the types are used here: loading it costs a process 35 MB.

/** The version of Stripe's API whose shapes the answers have: that of the pinned `stripe` package. */
export const apiVersion: typeof Stripe.API_VERSION = '2026-10-28.endive'

/** A decimal as it goes over the wire: Stripe's type turns into a string in JSON. */
export const decimal = (value: number) => String(value) as unknown as Stripe.Decimal
