import Stripe from 'stripe'
import type { Deps } from '../deps.ts'
import type { Payment } from '../payment.model.ts'
import { idOf } from '../refund.model.ts'
import { callStripe } from '../stripe-client.ts'
import { linkInvoice } from './record-invoice.ts'
import { settleSession } from './settle-session.ts'

/** What a payment intent paid: an order, or a month of a plan. */
export interface Paid {
  payment: Payment
  /** The month's invoice; null for an order. */
  invoiceId: string | null
}

/**
 * Finds the order or the month that a payment intent paid. An intent that is not stored is read from Stripe: its payment
 * may not be recorded yet, because events arrive in any sequence, and payments of earlier versions do not have the
 * intents of their invoices. Returns null for a payment of another shop, and for a second payment: that one is refunded
 * with its session and is not part of the order.
 * @throws 503 when Stripe is unavailable
 */
export async function findPaid(paymentIntentId: string, deps: Deps): Promise<Paid | null> {
  const stored = await findStored(paymentIntentId, deps)
  if (stored !== undefined) return stored
  await recordFromStripe(paymentIntentId, deps)
  return (await findStored(paymentIntentId, deps)) ?? null
}

/** The payments with these intents, by indexed fields. */
export const byIntents = (intents: string[]) => [
  { 'sessions.paymentIntentId': { $in: intents } },
  { 'invoices.paymentIntentId': { $in: intents } },
]

/** Undefined when the intent is not stored, null when it was a second payment. */
async function findStored(
  paymentIntentId: string,
  { payments }: Pick<Deps, 'payments'>,
): Promise<Paid | null | undefined> {
  const payment = await payments.findOne({ $or: byIntents([paymentIntentId]) }).lean()
  if (payment === null) return undefined
  const session = payment.sessions.find((one) => one.paymentIntentId === paymentIntentId)
  if (session !== undefined) return session.status === 'paid' ? { payment, invoiceId: null } : null
  const invoice = payment.invoices.find((one) => one.paymentIntentId === paymentIntentId)
  return { payment, invoiceId: invoice?.id ?? null }
}

/** Records what the intent paid, as its own event would. Does nothing for a payment of another shop. */
async function recordFromStripe(paymentIntentId: string, deps: Deps): Promise<void> {
  const { stripe, payments } = deps
  try {
    const sessions = await callStripe(() =>
      stripe.checkout.sessions.list({ payment_intent: paymentIntentId, limit: 1 }),
    )
    const [session] = sessions.data
    const id = session?.metadata?.id
    if (session !== undefined) {
      if (id !== undefined && (await payments.exists({ _id: id }))) await settleSession(session.id, deps)
      return
    }
    const payment = { type: 'payment_intent' as const, payment_intent: paymentIntentId }
    const ofInvoices = await callStripe(() => stripe.invoicePayments.list({ payment, limit: 1 }))
    const invoiceId = idOf(ofInvoices.data[0]?.invoice)
    if (invoiceId !== null) await linkInvoice(invoiceId, deps)
  } catch (error) {
    const isUnknown =
      error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing'
    if (!isUnknown) throw error
  }
}
