import type Stripe from 'stripe'
import type { Checkout } from '../checkout.model.ts'
import type { StoredCustomer } from '../customer.model.ts'
import { seconds } from './money.ts'

/** The customer as Stripe returns it. */
export function toCustomer(
  customer: NonNullable<Checkout['customer']> & Partial<Pick<StoredCustomer, 'metadata'>>,
): Stripe.Customer {
  return {
    id: customer.id,
    object: 'customer',
    address: null,
    balance: 0,
    created: seconds(customer.createdAt),
    currency: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
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
    name: null,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  }
}
