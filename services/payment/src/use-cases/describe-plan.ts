import type { EventData } from '@prankpost/contracts'
import type Stripe from 'stripe'
import type { Payment } from '../payment.model.ts'

const iso = (seconds: number) => new Date(seconds * 1000).toISOString()

/** The plan-paid event's data, from a completed session with expanded subscription and invoice. */
export function describePlanPaid(payment: Payment, session: Stripe.Checkout.Session): EventData<'plan-paid'> {
  const { subscription, invoice } = session
  if (
    subscription === null ||
    typeof subscription === 'string' ||
    invoice === null ||
    typeof invoice === 'string'
  ) {
    throw new Error(`session ${session.id} has no expanded subscription or invoice`)
  }
  return {
    planId: payment._id,
    ownerId: payment.ownerId,
    customer: {
      email: payment.customerEmail,
      firstName: payment.customerName?.firstName ?? '',
      lastName: payment.customerName?.lastName ?? '',
    },
    prankCount: payment.prankCount ?? 1,
    stripeSubscriptionId: subscription.id,
    sessionId: session.id,
    amountCents: session.amount_total ?? payment.amountCents,
    month: describeMonth(invoice),
  }
}

/**
 * The month that an invoice pays for. The period comes from the invoice's line, because the invoice's own period is the
 * previous one, see https://docs.stripe.com/api/invoices/object#invoice_object-period_start
 */
export function describeMonth(invoice: Stripe.Invoice): EventData<'plan-paid'>['month'] {
  const period = invoice.lines.data[0]?.period
  if (period === undefined) throw new Error(`invoice ${invoice.id} has no line`)
  return {
    invoiceId: String(invoice.id),
    paymentIntentId: paymentIntentOf(invoice),
    periodStart: iso(period.start),
    periodEnd: iso(period.end),
    paidAt: iso(invoice.status_transitions.paid_at ?? invoice.created),
  }
}

/** The payment intent that paid an invoice. Requires expanded `payments`. */
export function paymentIntentOf(invoice: Stripe.Invoice): string | null {
  const intent = invoice.payments?.data[0]?.payment.payment_intent
  return intent === undefined || intent === null ? null : typeof intent === 'string' ? intent : intent.id
}
