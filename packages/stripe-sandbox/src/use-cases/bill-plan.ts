import { periodStart } from '../billing-period.ts'
import type { Card, Checkout, Invoice, Plan } from '../checkout.model.ts'
import { newId } from '../ids.ts'
import { draft, type EventDraft } from '../objects/event.ts'
import { paymentOf, toInvoice } from '../objects/invoice.ts'
import { linesOf, totalCents } from '../objects/money.ts'
import { toPaymentIntent } from '../objects/payment.ts'
import { cardOfPlan, cardsOf } from '../objects/payment-method.ts'
import { toSubscription } from '../objects/subscription.ts'
import { invalidRequest, noSuch } from '../stripe-error.ts'
import { storedTestCard } from '../test-cards.ts'
import { planOf } from './change-plan.ts'
import type { Decide } from './context.ts'
import { newPayment } from './new-payment.ts'
import { cardDeclined } from './pay-session.ts'

/**
 * Advances a plan to its next billing date and pays the invoice. A past-due plan pays its open invoice instead and
 * is active again; the invoice of a paused plan is voided. `at` dates the invoice and the payment; without it the invoice
 * is dated by the start of its period, even if that is far in the future.
 */
export function renewPlan(at: Date | null): Decide {
  return (checkout, { now }) => {
    const plan = billablePlan(checkout)
    const due = openInvoice(checkout, plan)
    const resumed = due ? [] : resumeBy(checkout, plan, at ?? nextStart(plan))
    if (!due && plan.pause) return { events: voidMonth(checkout, plan, at) }

    const before = { status: plan.status, latest_invoice: plan.invoices.at(-1)?.id ?? null }
    const invoice = due ?? createInvoice(checkout, plan, at)
    const payment = paymentOf(checkout, invoice)
    // The simulated invoice may be dated later than today: a payment is never dated before its invoice.
    const paidAt = at ?? new Date(Math.max(due ? now.getTime() : 0, invoice.createdAt.getTime()))
    const card = plan.card ?? payment.method
    return { events: [...resumed, ...payInvoiceNow(checkout, plan, invoice, paidAt, before, card)] }
  }
}

/** The events of a paid invoice: the plan is active again. */
function payInvoiceNow(
  checkout: Checkout,
  plan: Plan,
  invoice: Invoice,
  paidAt: Date,
  before: Record<string, unknown>,
  method: Card | undefined,
): EventDraft[] {
  const payment = paymentOf(checkout, invoice)
  payment.paidAt = paidAt
  payment.triedAt = paidAt
  if (method) Object.assign(payment, { method, card: method.lastFour })
  finalize(plan, invoice)
  invoice.attempts += 1
  plan.status = 'active'
  const paid = toInvoice(checkout, plan, invoice)
  return [
    draft('invoice.paid', paid),
    draft('invoice.payment_succeeded', paid),
    updated(checkout, plan, before),
    draft('payment_intent.succeeded', toPaymentIntent(checkout, payment)),
  ]
}

/** The events of an invoice that a card could not pay: the plan is past due. */
function declineInvoice(
  checkout: Checkout,
  plan: Plan,
  invoice: Invoice,
  triedAt: Date,
  before: Record<string, unknown>,
  method: Card | null,
): EventDraft[] {
  const payment = paymentOf(checkout, invoice)
  payment.triedAt = triedAt
  if (method) Object.assign(payment, { method, card: method.lastFour })
  finalize(plan, invoice)
  invoice.attempts += 1
  plan.status = 'past_due'
  return [
    draft('invoice.payment_failed', toInvoice(checkout, plan, invoice)),
    updated(checkout, plan, before),
    draft('payment_intent.payment_failed', toPaymentIntent(checkout, payment)),
  ]
}

/**
 * Pays an open invoice with a card of the customer, by default the plan's. A declined card is one more failed attempt and
 * is answered with `card_declined`.
 * @see https://docs.stripe.com/api/invoices/pay
 */
export function payInvoice(invoiceId: string, methodId: string | undefined): Decide {
  return (checkout, { now }) => {
    const plan = planOf(checkout)
    const invoice = plan.invoices.find(({ id }) => id === invoiceId)
    if (!invoice) throw noSuch('invoice', invoiceId, 'invoice')
    if (invoice.voidedAt || plan.status === 'canceled') {
      throw invalidRequest('This invoice can no longer be paid', undefined, 'invoice_not_editable')
    }
    if (paymentOf(checkout, invoice).paidAt) throw invalidRequest('Invoice is already paid')
    const card = methodId
      ? cardsOf(checkout).find(({ id }) => id === methodId)
      : (cardOfPlan(checkout, plan) ?? undefined)
    if (!card) throw noSuch('PaymentMethod', String(methodId), 'payment_method')
    const before = { status: plan.status, latest_invoice: plan.invoices.at(-1)?.id ?? null }
    const at = new Date(Math.max(now.getTime(), invoice.createdAt.getTime()))
    if (storedTestCard(card.lastFour)?.pays === 'now') {
      return { events: payInvoiceNow(checkout, plan, invoice, at, before, card) }
    }
    const events = declineInvoice(checkout, plan, invoice, at, before, card)
    return { events, refusal: cardDeclined(paymentOf(checkout, invoice)) }
  }
}

/** Advances a plan to its next billing date; its invoice stays a draft until it is paid or declined. */
export function draftRenewal(at: Date | null): Decide {
  return (checkout) => {
    const plan = billablePlan(checkout)
    if (openInvoice(checkout, plan)) throw invalidRequest(`Subscription ${plan.id} has an open invoice.`)
    const before = { latest_invoice: plan.invoices.at(-1)?.id ?? null }
    const invoice = createInvoice(checkout, plan, at)
    invoice.isDraft = true
    return {
      events: [draft('invoice.created', toInvoice(checkout, plan, invoice)), updated(checkout, plan, before)],
    }
  }
}

/** A draft gets the plan's metadata of this moment, for good. */
function finalize(plan: Plan, invoice: Invoice): void {
  if (!invoice.isDraft) return
  delete invoice.isDraft
  invoice.metadata = plan.metadata
}

/** Advances a plan to its next billing date with a declined card; for a past-due plan, one more failed attempt. */
export function failRenewal(at: Date | null): Decide {
  return (checkout, { now }) => {
    const plan = billablePlan(checkout)
    const due = openInvoice(checkout, plan)
    const resumed = due ? [] : resumeBy(checkout, plan, at ?? nextStart(plan))
    if (!due && plan.pause) return { events: voidMonth(checkout, plan, at) }
    const before = { status: plan.status, latest_invoice: plan.invoices.at(-1)?.id ?? null }
    const invoice = due ?? createInvoice(checkout, plan, at)
    const card = cardOfPlan(checkout, plan)
    return { events: [...resumed, ...declineInvoice(checkout, plan, invoice, at ?? now, before, card)] }
  }
}

/** Ends the pauses whose time has come; a pause of a plan with a test's dates ends when the plan is billed. */
export const resumeDuePlan: Decide = (checkout, { now }) => {
  const { plan } = checkout
  return { events: plan?.pause && !plan.pause.isPlayed ? resumeBy(checkout, plan, now) : [] }
}

function resumeBy(checkout: Checkout, plan: Plan, at: Date): EventDraft[] {
  const resumesAt = plan.pause?.resumesAt
  if (!resumesAt || resumesAt > at || plan.status === 'canceled') return []
  const before = { pause_collection: toSubscription(checkout, plan).pause_collection }
  delete plan.pause
  return [updated(checkout, plan, before)]
}

/** Advances a paused plan: Stripe creates its invoice and voids it. */
function voidMonth(checkout: Checkout, plan: Plan, at: Date | null): EventDraft[] {
  const before = { latest_invoice: plan.invoices.at(-1)?.id ?? null }
  const invoice = createInvoice(checkout, plan, at)
  invoice.voidedAt = invoice.createdAt
  return [draft('invoice.voided', toInvoice(checkout, plan, invoice)), updated(checkout, plan, before)]
}

/**
 * Voids the open invoice of a plan, or gives it up, as an operator does in the dashboard: the plan is no longer past due.
 * @see https://docs.stripe.com/invoicing/integration/workflow-transitions
 */
export function dropInvoice(how: 'void' | 'uncollectible', at: Date | null): Decide {
  return (checkout, { now }) => {
    const plan = billablePlan(checkout)
    const invoice = openInvoice(checkout, plan)
    if (!invoice || invoice.isDraft) throw invalidRequest(`Subscription ${plan.id} has no open invoice.`)
    const before = { status: plan.status }
    plan.status = 'active'
    invoice[how === 'void' ? 'voidedAt' : 'uncollectibleAt'] = at ?? now
    const type = how === 'void' ? 'invoice.voided' : 'invoice.marked_uncollectible'
    return { events: [draft(type, toInvoice(checkout, plan, invoice)), updated(checkout, plan, before)] }
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
  if (!last || last.voidedAt || last.uncollectibleAt) return undefined
  return paymentOf(checkout, last).paidAt ? undefined : last
}

function nextStart(plan: Plan): Date {
  return periodStart(plan.anchor, plan.period + 1)
}

/** Advances the plan by one period and creates its invoice. */
function createInvoice(checkout: Checkout, plan: Plan, at: Date | null): Invoice {
  const createdAt = at ?? nextStart(plan)
  plan.period += 1
  const lines = linesOf(checkout)
  const payment = newPayment(totalCents(lines), createdAt)
  checkout.payments.push(payment)
  const invoice: Invoice = {
    id: newId('in'),
    period: plan.period,
    createdAt,
    attempts: 0,
    paymentIntentId: payment.intentId,
    metadata: plan.metadata,
    lines,
  }
  plan.invoices.push(invoice)
  return invoice
}

function updated(checkout: Checkout, plan: Plan, before: Record<string, unknown>): EventDraft {
  return draft('customer.subscription.updated', toSubscription(checkout, plan), before)
}
