import type Stripe from 'stripe'

// Only the types of the `stripe` package are used here: loading it costs a process 35 MB.

/** The version of Stripe's API whose shapes the answers have: that of the pinned `stripe` package. */
export const apiVersion: typeof Stripe.API_VERSION = '2026-10-28.endive'

/** A decimal as it is sent: Stripe's type is a string in JSON. */
export const decimal = (value: number) => String(value) as unknown as Stripe.Decimal
