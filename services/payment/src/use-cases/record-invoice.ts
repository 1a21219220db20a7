import type Stripe from 'stripe'
import { type Deps, emit } from '../deps.ts'
import { takenCentsTotal } from '../metrics.ts'
import type { Payment, ReportedInvoice } from '../payment.model.ts'
import { changeWithEvent } from '../payment-events.ts'
import { countIn } from '../plan-state.ts'
import { callStripe } from '../stripe-client.ts'
import { describeMonth, paymentIntentOf } from './describe-plan.ts'
import { settleSession } from './settle-session.ts'

/** Records a further paid month of a plan once. The first month is recorded with the session. */
export async function recordInvoicePaid(invoiceId: string, deps: Deps): Promise<void> {
  const invoice = await readInvoice(invoiceId, deps)
  const plan = planOf(invoice)
  if (plan === null || invoice.status !== 'paid' || invoice.billing_reason === 'subscription_create') return
  await settleFirst(plan.planId, deps)
  const result = await deps.outbox.change(plan.filter, (payment) => {
    const known = payment.invoices.find((one) => one.id === invoiceId)
    if (known?.paid) return null
    const reported = {
      id: invoiceId,
      paid: true,
      failedAttempts: known?.failedAttempts ?? 0,
      paymentIntentId: paymentIntentOf(invoice),
    }
    const event = emit('plan-renewed', payment._id, {
      planId: payment._id,
      stripeSubscriptionId: plan.stripeSubscriptionId,
      prankCount: plan.prankCount ?? payment.prankCount,
      amountCents: invoice.amount_paid,
      month: describeMonth(invoice),
    })
    return changeWithEvent({ $set: { invoices: withInvoice(payment, reported) } }, event)
  })
  if (result?.changed) takenCentsTotal.inc({ kind: 'renewal' }, invoice.amount_paid)
}

/**
 * Ensures that a paid month is recorded together with the payment intent that paid it, also a month that an earlier
 * version recorded without it. Safe to repeat.
 */
export async function linkInvoice(invoiceId: string, deps: Deps): Promise<void> {
  const invoice = await readInvoice(invoiceId, deps)
  const plan = planOf(invoice)
  if (plan === null) return
  if (invoice.billing_reason === 'subscription_create') await settleFirst(plan.planId, deps)
  else await recordInvoicePaid(invoiceId, deps)
  const paymentIntentId = paymentIntentOf(invoice)
  await deps.outbox.change(plan.filter, ({ invoices }) => {
    const unlinked = invoices.find(
      ({ id, paid, paymentIntentId: known }) => id === invoiceId && paid && !known,
    )
    if (unlinked === undefined) return null
    const linked = invoices.map((one) => (one === unlinked ? { ...one, paymentIntentId } : one))
    return { update: { $set: { invoices: linked } } }
  })
}

/** Records each failed attempt to collect a month once, unless the month was paid or dropped meanwhile. */
export async function recordInvoiceFailed(invoiceId: string, deps: Deps): Promise<void> {
  const invoice = await readInvoice(invoiceId, deps)
  const plan = planOf(invoice)
  if (plan === null || invoice.status === 'paid' || isDropped(invoice)) return
  await settleFirst(plan.planId, deps)
  await deps.outbox.change(plan.filter, (payment) => {
    const known = payment.invoices.find((one) => one.id === invoiceId)
    if (known?.paid || (known?.failedAttempts ?? 0) >= invoice.attempt_count) return null
    const reported = { id: invoiceId, paid: false, failedAttempts: invoice.attempt_count }
    const event = emit('plan-payment-failed', payment._id, {
      planId: payment._id,
      stripeSubscriptionId: plan.stripeSubscriptionId,
      invoiceId,
      periodStart: describeMonth(invoice).periodStart,
      amountCents: invoice.amount_due,
      attempt: invoice.attempt_count,
      failedAt: new Date().toISOString(),
    })
    return changeWithEvent({ $set: { invoices: withInvoice(payment, reported) } }, event)
  })
}

/** Whether an invoice was voided or given up. Stripe does not try to collect it any more. */
export const isDropped = ({ status }: Stripe.Invoice): boolean =>
  status === 'void' || status === 'uncollectible'

/** Stored at Stripe with a cancellation, to recognize later that the customer cancelled the plan. */
export const cancellationComment = 'Cancelled by the customer in the store'

/** Records once that a plan ended at Stripe, whether the customer or Stripe ended it. */
export async function recordPlanEnded(stripeSubscriptionId: string, deps: Deps): Promise<void> {
  const subscription = await callStripe(() => deps.stripe.subscriptions.retrieve(stripeSubscriptionId))
  const planId = subscription.metadata.id
  if (subscription.status !== 'canceled' || planId === undefined) return
  await settleFirst(planId, deps)
  const endedAt = new Date((subscription.ended_at ?? subscription.canceled_at ?? Date.now() / 1000) * 1000)
  const endedBy = subscription.cancellation_details?.comment === cancellationComment ? 'customer' : 'stripe'
  await deps.outbox.change({ _id: planId, stripeSubscriptionId }, (payment) => {
    if (payment.endedAt !== null) return null
    const event = emit('plan-ended', planId, {
      planId,
      stripeSubscriptionId,
      endedAt: endedAt.toISOString(),
      endedBy,
    })
    return changeWithEvent({ $set: { endedAt, endedBy } }, event)
  })
}

/** Events of a plan can arrive before the event that it began: its session is settled first. */
export async function settleFirst(planId: string, deps: Deps): Promise<void> {
  const payment = await deps.payments.findById(planId, { sessions: 1, paidSessionId: 1 }).lean()
  if (payment === null || payment.paidSessionId !== null) return
  for (const { id, status } of payment.sessions) {
    if (id !== null && status === 'open') await settleSession(id, deps)
  }
}

export const readInvoice = (invoiceId: string, { stripe }: Deps) =>
  callStripe(() => stripe.invoices.retrieve(invoiceId, { expand: ['payments'] }))

/** Which plan an invoice belongs to; null when it is not one of ours. */
export function planOf(invoice: Stripe.Invoice) {
  const details = invoice.parent?.subscription_details
  const planId = details?.metadata?.id
  if (details == null || planId === undefined) return null
  const { subscription } = details
  const stripeSubscriptionId = typeof subscription === 'string' ? subscription : subscription.id
  return {
    planId,
    stripeSubscriptionId,
    prankCount: countIn(details.metadata),
    filter: { _id: planId, stripeSubscriptionId },
  }
}

const withInvoice = (payment: Payment, reported: ReportedInvoice) => [
  ...payment.invoices.filter((one) => one.id !== reported.id),
  reported,
]
