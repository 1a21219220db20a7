import { periodStart } from '../billing-period.ts'
import type { Checkout, Invoice, Plan } from '../checkout.model.ts'
import { newId } from '../ids.ts'
import { draft, type EventDraft } from '../objects/event.ts'
import { paymentOf, toInvoice } from '../objects/invoice.ts'
import { linesOfPeriod, totalCents } from '../objects/money.ts'
import { toPaymentIntent } from '../objects/payment.ts'
import { billedEvery, toSubscription } from '../objects/subscription.ts'
import { invalidRequest } from '../stripe-error.ts'
import { endPlan, planOf } from './change-plan.ts'
import type { Decide } from './context.ts'
import { newPayment } from './new-payment.ts'

/**
 * Advances a plan to its next billing date and pays the invoice. A past-due plan pays its open invoice instead and
 * is active again; a plan with `cancelAtPeriodEnd` ends. `at` dates the invoice and the payment; without it the
 * invoice is dated by the start of its period, even if that is far in the future.
 */
export function renewPlan(at: Date | null): Decide {
  return (checkout, { now }) => {
    const plan = billablePlan(checkout)
    const due = openInvoice(checkout, plan)
    if (!due && plan.cancelAtPeriodEnd)
      return { events: endPlan(checkout, plan, at ?? nextStart(checkout, plan)) }

    const before = { status: plan.status, latest_invoice: plan.invoices.at(-1)?.id ?? null }
    const invoice = due ?? createInvoice(checkout, plan, at)
    const payment = paymentOf(checkout, invoice)
    // The simulated invoice may be dated later than today: a payment is never dated before its invoice.
    payment.paidAt = at ?? new Date(Math.max(due ? now.getTime() : 0, invoice.createdAt.getTime()))
    payment.triedAt = payment.paidAt
    invoice.attempts += 1
    plan.status = 'active'
    const paid = toInvoice(checkout, plan, invoice)
    return {
      events: [
        draft('invoice.paid', paid),
        draft('invoice.payment_succeeded', paid),
        updated(checkout, plan, before),
        draft('payment_intent.succeeded', toPaymentIntent(checkout, payment)),
      ],
    }
  }
}

/** Advances a plan to its next billing date with a declined card; for a past-due plan, one more failed attempt. */
export function failRenewal(at: Date | null): Decide {
  return (checkout, { now }) => {
    const plan = billablePlan(checkout)
    const due = openInvoice(checkout, plan)
    if (!due && plan.cancelAtPeriodEnd) {
      throw invalidRequest(`Subscription ${plan.id} ends with its period: there is nothing more to bill.`)
    }
    const before = { status: plan.status, latest_invoice: plan.invoices.at(-1)?.id ?? null }
    const invoice = due ?? createInvoice(checkout, plan, at)
    const payment = paymentOf(checkout, invoice)
    payment.triedAt = at ?? now
    invoice.attempts += 1
    plan.status = 'past_due'
    return {
      events: [
        draft('invoice.payment_failed', toInvoice(checkout, plan, invoice)),
        updated(checkout, plan, before),
        draft('payment_intent.payment_failed', toPaymentIntent(checkout, payment)),
      ],
    }
  }
}

function billablePlan(checkout: Checkout): Plan {
  const plan = planOf(checkout)
  if (plan.status === 'canceled')
    throw invalidRequest(`Subscription ${plan.id} is canceled and bills nothing more.`)
  return plan
}

function openInvoice(checkout: Checkout, plan: Plan): Invoice | undefined {
  const last = plan.invoices.at(-1)
  return last && !paymentOf(checkout, last).paidAt ? last : undefined
}

function nextStart(checkout: Checkout, plan: Plan): Date {
  return periodStart(plan.anchor, billedEvery(checkout), plan.period + 1)
}

/** Advances the plan by one period and creates its invoice. */
function createInvoice(checkout: Checkout, plan: Plan, at: Date | null): Invoice {
  const createdAt = at ?? nextStart(checkout, plan)
  plan.period += 1
  const payment = newPayment(totalCents(linesOfPeriod(checkout, plan.period)), createdAt)
  payment.description = 'Subscription update'
  checkout.payments.push(payment)
  const invoice: Invoice = {
    id: newId('in'),
    period: plan.period,
    createdAt,
    attempts: 0,
    paymentIntentId: payment.intentId,
    metadata: plan.metadata,
  }
  plan.invoices.push(invoice)
  return invoice
}

function updated(checkout: Checkout, plan: Plan, before: Record<string, unknown>): EventDraft {
  return draft('customer.subscription.updated', toSubscription(checkout, plan), before)
}
