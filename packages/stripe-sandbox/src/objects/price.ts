import type Stripe from 'stripe'
import type { Checkout, Line } from '../checkout.model.ts'
import { seconds } from './money.ts'
import { decimal, nulls } from './wire.ts'

/** The price that Stripe creates from a line's price_data. */
export function toPrice(checkout: Checkout, line: Line): Stripe.Price {
  const isPlan = checkout.mode === 'subscription'
  return {
    id: line.priceId,
    object: 'price',
    active: false,
    billing_scheme: 'per_unit',
    created: seconds(checkout.createdAt),
    currency: checkout.currency,
    ...nulls('custom_unit_amount lookup_key nickname tiers_mode transform_quantity'),
    livemode: false,
    metadata: {},
    product: line.productId,
    recurring: isPlan
      ? {
          interval: 'month',
          interval_count: 1,
          meter: null,
          trial_period_days: null,
          usage_type: 'licensed',
        }
      : null,
    tax_behavior: 'unspecified',
    type: isPlan ? 'recurring' : 'one_time',
    unit_amount: line.unitAmountCents,
    unit_amount_decimal: decimal(line.unitAmountCents),
  }
}

/** The legacy form of a recurring price, which subscription items still contain. */
export function toPlan(checkout: Checkout, line: Line): Stripe.Plan {
  return {
    id: line.priceId,
    object: 'plan',
    active: false,
    amount: line.unitAmountCents,
    amount_decimal: decimal(line.unitAmountCents),
    billing_scheme: 'per_unit',
    created: seconds(checkout.createdAt),
    currency: checkout.currency,
    interval: 'month',
    interval_count: 1,
    livemode: false,
    metadata: {},
    ...nulls('meter nickname tiers_mode transform_usage trial_period_days'),
    product: line.productId,
    usage_type: 'licensed',
  }
}
