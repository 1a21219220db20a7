import type Stripe from 'stripe'
import type { Checkout } from '../checkout.model.ts'
import { toList } from './list.ts'
import { seconds, totalCents } from './money.ts'
import { toPrice } from './price.ts'
import { nulls } from './wire.ts'

/** The checkout session as Stripe returns it. */
export function toSession(checkout: Checkout): Stripe.Checkout.Session {
  const total = totalCents(checkout.lines)
  const isPlan = checkout.mode === 'subscription'
  return {
    id: checkout._id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: false },
    ...nulls(
      'after_expiration allow_promotion_codes allowed_payment_method_types billing_address_collection',
      'client_secret consent consent_collection currency_conversion customer_account integration_identifier',
      'locale origin_context payment_link payment_method_configuration_details permissions recovered_from',
      'setup_intent shipping_address_collection shipping_cost submit_type wallet_options',
    ),
    amount_subtotal: total,
    amount_total: total,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    cancel_url: checkout.cancelUrl,
    client_reference_id: checkout.clientReferenceId,
    collected_information: { business_name: null, individual_name: null, shipping_details: null },
    created: seconds(checkout.createdAt),
    currency: checkout.currency,
    custom_fields: [],
    custom_text: nulls('after_submit shipping_address submit terms_of_service_acceptance'),
    customer: checkout.customer?.id ?? null,
    customer_creation: isPlan || checkout.customer ? null : 'if_required',
    customer_details: customerDetails(checkout),
    customer_email: checkout.customerEmail,
    discounts: [],
    expires_at: seconds(checkout.expiresAt),
    invoice: checkout.plan?.invoices[0]?.id ?? null,
    invoice_creation: isPlan ? null : invoiceCreation,
    livemode: false,
    managed_payments: { enabled: false },
    metadata: checkout.metadata,
    mode: checkout.mode,
    payment_intent: isPlan ? null : (checkout.payments[0]?.intentId ?? null),
    payment_method_collection: isPlan ? 'always' : 'if_required',
    payment_method_options: { card: { request_three_d_secure: 'automatic' } },
    payment_method_types: ['card'],
    payment_status: checkout.status === 'complete' && checkout.payments[0]?.paidAt ? 'paid' : 'unpaid',
    phone_number_collection: { enabled: false },
    saved_payment_method_options: isPlan
      ? { allow_redisplay_filters: ['always'], payment_method_remove: 'disabled', payment_method_save: null }
      : null,
    shipping_options: [],
    status: checkout.status,
    subscription: checkout.plan?.id ?? null,
    success_url: checkout.successUrl,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: checkout.status === 'open' ? checkout.url : null,
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
  invoice_data: nulls('account_tax_ids custom_fields description footer issuer metadata rendering_options'),
}

function customerDetails(checkout: Checkout): Stripe.Checkout.Session.CustomerDetails | null {
  const email = checkout.customerEmail ?? checkout.customer?.email ?? null
  if (!email && checkout.status !== 'complete') return null
  return {
    ...nulls('address business_name individual_name name phone'),
    email,
    tax_exempt: 'none',
    tax_ids: checkout.status === 'complete' ? [] : null,
  }
}
