import type Stripe from 'stripe'
import type { Checkout } from '../checkout.model.ts'
import type { StoredCustomer } from '../customer.model.ts'
import { seconds } from './money.ts'
import { nulls } from './wire.ts'

/** The customer as Stripe returns it. */
export function toCustomer(
  customer: NonNullable<Checkout['customer']> & Partial<Pick<StoredCustomer, 'metadata'>>,
): Stripe.Customer {
  return {
    id: customer.id,
    object: 'customer',
    ...nulls('address currency default_source description discount name phone shipping test_clock'),
    balance: 0,
    created: seconds(customer.createdAt),
    delinquent: false,
    email: customer.email,
    invoice_prefix: customer.id.slice(-8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: customer.card?.id ?? null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: customer.metadata ?? {},
    preferred_locales: [],
    tax_exempt: 'none',
  }
}
