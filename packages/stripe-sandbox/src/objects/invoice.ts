import type Stripe from 'stripe'
import { periodStart } from '../billing-period.ts'
import type { Checkout, Invoice, Line, Payment, Plan } from '../checkout.model.ts'
import { siblingId } from '../ids.ts'
import { toList } from './list.ts'
import { formatCents, seconds, secondsOrNull } from './money.ts'
import { decimal, nulls } from './wire.ts'

/** The payment of an invoice. */
export function paymentOf(checkout: Checkout, invoice: Invoice): Payment {
  const payment = checkout.payments.find((one) => one.intentId === invoice.paymentIntentId)
  if (!payment) throw new Error(`payment ${invoice.paymentIntentId} of invoice ${invoice.id} is missing`)
  return payment
}

/** The invoice as Stripe returns it. */
export function toInvoice(checkout: Checkout, plan: Plan, invoice: Invoice): Stripe.Invoice {
  const { amountCents, paidAt } = paymentOf(checkout, invoice)
  const isDraft = invoice.isDraft === true
  const { voidedAt = null, uncollectibleAt = null } = invoice
  const isOpen = !paidAt && !voidedAt
  const finalizedAt = isDraft ? null : seconds(invoice.createdAt)
  // An invoice's own period is the one before the period of its lines; on the first invoice it is empty.
  const closes = periodStart(plan.anchor, invoice.period)
  const opens = periodStart(plan.anchor, Math.max(invoice.period - 1, 0))
  const billed = invoice.lines ?? checkout.lines
  const lines = billed.map((line, i) => toInvoiceLine(checkout, plan, invoice, line, i))
  return {
    id: invoice.id,
    object: 'invoice',
    account_country: 'US',
    account_name: 'Sandbox',
    ...nulls(
      'account_tax_ids application custom_fields customer_account',
      'customer_address customer_name customer_phone customer_shipping default_payment_method default_source',
      'description due_date footer from_invoice hosted_invoice_url invoice_pdf last_finalization_error',
      'latest_revision next_payment_attempt on_behalf_of receipt_number rendering shipping_cost',
      'shipping_details statement_descriptor test_clock',
    ),
    amount_due: amountCents,
    amount_overpaid: 0,
    amount_paid: paidAt ? amountCents : 0,
    amount_remaining: isOpen ? amountCents : 0,
    amount_shipping: 0,
    attempt_count: invoice.attempts,
    attempted: invoice.attempts > 0,
    auto_advance: isOpen && !uncollectibleAt && plan.status !== 'canceled',
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: isDraft ? seconds(invoice.createdAt) + 3_600 : null,
    billing_reason: invoice.period === 0 ? 'subscription_create' : 'subscription_cycle',
    collection_method: 'charge_automatically',
    created: seconds(invoice.createdAt),
    currency: checkout.currency,
    customer: checkout.customer?.id ?? null,
    customer_email: checkout.customer?.email ?? null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_tax_rates: [],
    discounts: [],
    effective_at: finalizedAt,
    ending_balance: isDraft ? null : 0,
    issuer: { type: 'self' },
    lines: toList(`/v1/invoices/${invoice.id}/lines`, lines),
    livemode: false,
    metadata: {},
    number: isDraft
      ? null
      : `${plan.id.slice(-8).toUpperCase()}-${String(invoice.period + 1).padStart(4, '0')}`,
    parent: {
      quote_details: null,
      subscription_details: { metadata: metadataOf(plan, invoice), subscription: plan.id },
      type: 'subscription_details',
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: seconds(closes),
    period_start: seconds(opens),
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    starting_balance: 0,
    status: statusOf(invoice, paidAt !== null),
    status_transitions: {
      finalized_at: finalizedAt,
      marked_uncollectible_at: secondsOrNull(uncollectibleAt),
      paid_at: secondsOrNull(paidAt),
      voided_at: secondsOrNull(voidedAt),
    },
    subtotal: amountCents,
    subtotal_excluding_tax: amountCents,
    total: amountCents,
    total_discount_amounts: [],
    total_excluding_tax: amountCents,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: seconds(invoice.createdAt),
  }
}

function statusOf({ voidedAt, uncollectibleAt, isDraft }: Invoice, isPaid: boolean): Stripe.Invoice.Status {
  if (isPaid) return 'paid'
  if (voidedAt) return 'void'
  if (uncollectibleAt) return 'uncollectible'
  return isDraft ? 'draft' : 'open'
}

/** @see https://docs.stripe.com/api/invoices/object#invoice_object-parent-subscription_details-metadata */
const metadataOf = (plan: Plan, invoice: Invoice) => (invoice.isDraft ? plan.metadata : invoice.metadata)

/** The list that `expand[]=payments` adds to an invoice. */
export function toInvoicePayments(
  checkout: Checkout,
  invoice: Invoice,
): Stripe.ApiList<Stripe.InvoicePayment> {
  const { intentId, amountCents, paidAt } = paymentOf(checkout, invoice)
  if (invoice.voidedAt || invoice.isDraft) return toList<Stripe.InvoicePayment>('/v1/invoice_payments', [])
  return toList<Stripe.InvoicePayment>('/v1/invoice_payments', [
    {
      id: siblingId('inpay', invoice.id),
      object: 'invoice_payment',
      amount_paid: paidAt ? amountCents : null,
      amount_requested: amountCents,
      created: seconds(invoice.createdAt),
      currency: checkout.currency,
      invoice: invoice.id,
      is_default: true,
      livemode: false,
      payment: { payment_intent: intentId, type: 'payment_intent' },
      status: paidAt ? 'paid' : 'open',
      status_transitions: { canceled_at: null, paid_at: secondsOrNull(paidAt) },
    },
  ])
}

function toInvoiceLine(
  checkout: Checkout,
  plan: Plan,
  invoice: Invoice,
  line: Line,
  index: number,
): Stripe.InvoiceLineItem {
  const amount = line.unitAmountCents * line.quantity
  const price = formatCents(line.unitAmountCents, checkout.currency)
  return {
    id: `${siblingId('il', invoice.id)}${index}`,
    object: 'line_item',
    amount,
    currency: checkout.currency,
    description: `${line.quantity} × ${line.name} (at ${price} / month)`,
    discount_amounts: [],
    discountable: true,
    discounts: [],
    invoice: invoice.id,
    livemode: false,
    metadata: metadataOf(plan, invoice),
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: false,
        proration_details: { credited_items: null },
        subscription: plan.id,
        subscription_item: line.itemId,
      },
      type: 'subscription_item_details',
    },
    period: {
      end: seconds(periodStart(plan.anchor, invoice.period + 1)),
      start: seconds(periodStart(plan.anchor, invoice.period)),
    },
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: line.priceId, product: line.productId },
      type: 'price_details',
      unit_amount_decimal: decimal(line.unitAmountCents),
    },
    quantity: line.quantity,
    quantity_decimal: decimal(line.quantity),
    subscription: plan.id,
    subtotal: amount,
    taxes: [],
  }
}
