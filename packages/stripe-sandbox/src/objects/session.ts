import type Stripe from 'stripe'
import type { Checkout } from '../checkout.model.ts'
import { toList } from './list.ts'
import { seconds, totalCents } from './money.ts'
import { toPrice } from './price.ts'

/** The checkout session as Stripe returns it. */
export function toSession(checkout: Checkout): Stripe.Checkout.Session {
  const total = totalCents(checkout.lines)
  const isPlan = checkout.mode === 'subscription'
  return {
    id: checkout._id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: null,
    amount_subtotal: total,
    amount_total: total,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: checkout.cancelUrl,
    client_reference_id: checkout.clientReferenceId,
    client_secret: null,
    collected_information: { business_name: null, individual_name: null, shipping_details: null },
    consent: null,
    consent_collection: null,
    created: seconds(checkout.createdAt),
    currency: checkout.currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer: checkout.customer?.id ?? null,
    customer_account: null,
    customer_creation: isPlan || checkout.customer ? null : 'if_required',
    customer_details: customerDetails(checkout),
    customer_email: checkout.customerEmail,
    discounts: [],
    expires_at: seconds(checkout.expiresAt),
    integration_identifier: null,
    invoice: checkout.plan?.invoices[0]?.id ?? null,
    invoice_creation: isPlan ? null : invoiceCreation,
    livemode: false,
    locale: null,
    managed_payments: { enabled: false },
    metadata: checkout.metadata,
    mode: checkout.mode,
    origin_context: null,
    payment_intent: isPlan ? null : (checkout.payments[0]?.intentId ?? null),
    payment_link: null,
    payment_method_collection: isPlan ? 'always' : 'if_required',
    payment_method_configuration_details: null,
    payment_method_options: { card: { request_three_d_secure: 'automatic' } },
    payment_method_types: ['card'],
    payment_status: checkout.status === 'complete' && checkout.payments[0]?.paidAt ? 'paid' : 'unpaid',
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: isPlan
      ? { allow_redisplay_filters: ['always'], payment_method_remove: 'disabled', payment_method_save: null }
      : null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: checkout.status,
    submit_type: null,
    subscription: checkout.plan?.id ?? null,
    success_url: checkout.successUrl,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: checkout.status === 'open' ? checkout.url : null,
    wallet_options: null,
  }
}

/** The session's line items, all on one page: a session has at most a hundred. */
export function toLineItems(checkout: Checkout): Stripe.ApiList<Stripe.LineItem> {
  const items = checkout.lines.map((line): Stripe.LineItem => {
    const amount = line.unitAmountCents * line.quantity
    return {
      id: line.id,
      object: 'item',
      adjustable_quantity: null,
      amount_discount: 0,
      amount_subtotal: amount,
      amount_tax: 0,
      amount_total: amount,
      currency: checkout.currency,
      description: line.name,
      metadata: {},
      price: toPrice(checkout, line),
      quantity: line.quantity,
    }
  })
  return toList(`/v1/checkout/sessions/${checkout._id}/line_items`, items)
}

/** Where the customer goes after paying: the success address with the session's id filled in. */
export function successAddress(checkout: Checkout): string {
  return checkout.successUrl.replaceAll('{CHECKOUT_SESSION_ID}', checkout._id)
}

const invoiceCreation: Stripe.Checkout.Session.InvoiceCreation = {
  enabled: false,
  invoice_data: {
    account_tax_ids: null,
    custom_fields: null,
    description: null,
    footer: null,
    issuer: null,
    metadata: null,
    rendering_options: null,
  },
}

function customerDetails(checkout: Checkout): Stripe.Checkout.Session.CustomerDetails | null {
  const email = checkout.customerEmail ?? checkout.customer?.email ?? null
  if (!email && checkout.status !== 'complete') return null
  return {
    address: null,
    business_name: null,
    email,
    individual_name: null,
    name: null,
    phone: null,
    tax_exempt: 'none',
    tax_ids: checkout.status === 'complete' ? [] : null,
  }
}
