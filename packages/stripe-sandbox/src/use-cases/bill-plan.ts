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
 * Lets the next billing date come, and the card pay. A past-due plan pays its open invoice instead and
 * is active again; a plan that was to end with its period ends. `at` dates the bill and the payment;
 * without it a bill is dated by its period's start, however far off that is.
 */
export function renewPlan(at: Date | null): Decide {
  return (checkout, { now }) => {
    const plan = billablePlan(checkout)
    const due = openInvoice(checkout, plan)
    if (!due && plan.cancelAtPeriodEnd)
      return { events: endPlan(checkout, plan, at ?? nextStart(checkout, plan)) }

    const before = { status: plan.status, latest_invoice: plan.invoices.at(-1)?.id ?? null }
    const invoice = due ?? bill(checkout, plan, at)
    const payment = paymentOf(checkout, invoice)
    // The simulated bill may be dated later than today: a payment is never before its bill.
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

/** Lets the next billing date come, and the card be declined; on a past-due plan, one more vain try. */
export function failRenewal(at: Date | null): Decide {
  return (checkout, { now }) => {
    const plan = billablePlan(checkout)
    const due = openInvoice(checkout, plan)
    if (!due && plan.cancelAtPeriodEnd) {
      throw invalidRequest(`Subscription ${plan.id} ends with its period: there is nothing more to bill.`)
    }
    const before = { status: plan.status, latest_invoice: plan.invoices.at(-1)?.id ?? null }
    const invoice = due ?? bill(checkout, plan, at)
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

/** Moves the plan on by one period and writes the bill for it. */
function bill(checkout: Checkout, plan: Plan, at: Date | null): Invoice {
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
