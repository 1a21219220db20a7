import type Stripe from 'stripe'
import type { Checkout, Line } from '../checkout.model.ts'
import { seconds } from './money.ts'
import { decimal } from './wire.ts'

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
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata: {},
    nickname: null,
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
    tiers_mode: null,
    transform_quantity: null,
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
    meter: null,
    nickname: null,
    product: line.productId,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  }
}
