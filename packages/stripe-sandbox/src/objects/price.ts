import type Stripe from 'stripe'
import type { Checkout, Line } from '../checkout.model.ts'
import { seconds } from './money.ts'
import { decimal } from './wire.ts'

/** The price that Stripe creates from a line's price_data. */
export function toPrice(checkout: Checkout, line: Line): Stripe.Price {
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
    recurring: line.recurring && {
      interval: line.recurring.interval,
      interval_count: line.recurring.intervalCount,
      meter: null,
      trial_period_days: null,
      usage_type: 'licensed',
    },
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: line.recurring ? 'recurring' : 'one_time',
    unit_amount: line.unitAmountCents,
    unit_amount_decimal: decimal(line.unitAmountCents),
  }
}

/** The product of a line's price. Prices contain its id; `expand` adds the object. */
export function toProduct(checkout: Checkout, line: Line): Stripe.Product {
  return {
    id: line.productId,
    object: 'product',
    active: false,
    created: seconds(checkout.createdAt),
    default_price: null,
    description: line.description,
    images: line.images,
    livemode: false,
    marketing_features: [],
    metadata: line.productMetadata,
    name: line.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: seconds(checkout.createdAt),
    url: null,
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
    interval: line.recurring?.interval ?? 'month',
    interval_count: line.recurring?.intervalCount ?? 1,
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
