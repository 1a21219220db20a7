import { checkpoint, inTraceOf } from '@prankpost/messaging'
import type Stripe from 'stripe'
import { type Deps, emit } from '../deps.ts'
import { takenCentsTotal, unknownPaymentsTotal } from '../metrics.ts'
import { type Payment, withSession } from '../payment.model.ts'
import { changeWithEvent } from '../payment-events.ts'
import { idOf } from '../refund.model.ts'
import { callStripe } from '../stripe-client.ts'
import { describePlanPaid, paymentIntentOf } from './describe-plan.ts'
import { refundSession } from './refund-session.ts'

/** `processing`: the customer has paid, and the bank has not confirmed a delayed payment yet. `expired`: it ended unpaid. */
export type SessionState = 'paid' | 'open' | 'processing' | 'expired' | 'unknown'

/** The objects that are read together with a session. */
const expanded = ['subscription', 'invoice.payments', 'payment_intent.latest_charge'] as const

/**
 * Reads a session's state from Stripe and records it once. The webhook, the success page and the sweep may call it, in
 * any sequence and any number of times. The first payment of an order or plan emits one event; any further payment is
 * refunded.
 * @throws 503 when Stripe is unavailable
 */
export async function settleSession(sessionId: string, deps: Deps): Promise<SessionState> {
  const session = await callStripe(() =>
    deps.stripe.checkout.sessions.retrieve(sessionId, { expand: [...expanded] }),
  )
  checkpoint('payment:session-read')
  const id = session.metadata?.id
  if (id === undefined) return 'unknown'
  if (session.payment_status === 'paid') return recordPaid(id, session, deps)
  if (session.status === 'expired') return recordUnpaid(id, session, 'expired', deps)
  if (session.status !== 'complete') return 'open'
  return isFailed(session) ? recordUnpaid(id, session, 'failed', deps) : 'processing'
}

/**
 * Whether the bank refused the delayed payment of a complete session. A plan's payment has no intent on the session: its
 * subscription ends.
 * @see https://docs.stripe.com/payments/checkout/fulfill-orders#delayed-notification
 */
function isFailed({ payment_intent: intent, subscription }: Stripe.Checkout.Session): boolean {
  const intentStatus = typeof intent === 'object' ? intent?.status : undefined
  const planStatus = typeof subscription === 'object' ? subscription?.status : undefined
  return (
    intentStatus === 'requires_payment_method' ||
    intentStatus === 'canceled' ||
    planStatus === 'incomplete_expired' ||
    planStatus === 'canceled'
  )
}

async function recordPaid(id: string, session: Stripe.Checkout.Session, deps: Deps): Promise<SessionState> {
  const result = await deps.outbox.change({ _id: id }, (payment) => {
    const known = payment.sessions.find((one) => one.id === session.id)
    if (known?.status === 'paid' || known?.status === 'refund_due' || known?.status === 'refunded')
      return null
    const adopted = adoptSession(payment, session)
    const paymentIntentId = idOf(session.payment_intent)
    if (payment.paidSessionId !== null) {
      return { update: withSession(adopted, session.id, { status: 'refund_due', paymentIntentId }) }
    }
    const { $set, ...rest } = withSession(adopted, session.id, { status: 'paid', paymentIntentId })
    const subscriptionId = idOf(session.subscription)
    const invoiceId = idOf(session.invoice)
    const update = {
      ...rest,
      $set: {
        ...$set,
        paidSessionId: session.id,
        ...(subscriptionId ? { stripeSubscriptionId: subscriptionId } : {}),
        ...(invoiceId ? { invoices: [firstInvoice(invoiceId, session)] } : {}),
      },
    }
    return changeWithEvent(
      update,
      inTraceOf(known?.traceparent, () => paidEvent(payment, session)),
    )
  })
  if (result === null) {
    unknownPaymentsTotal.inc()
    deps.log.error({ sessionId: session.id, id }, 'Stripe has money for something that is not known here')
    return 'unknown'
  }
  const { document, changed } = result
  const recordedStatus = document.sessions.find((one) => one.id === session.id)?.status
  if (changed && document.paidSessionId === null) {
    takenCentsTotal.inc({ kind: document.kind }, session.amount_total ?? document.amountCents)
  }
  const isRefundDue = changed ? document.paidSessionId !== null : recordedStatus === 'refund_due'
  // Also after a crash between recording and refunding: `refund_due` is recorded, and the refund is safe to repeat.
  if (isRefundDue) await refundSession(id, session.id, deps)
  return 'paid'
}

function firstInvoice(id: string, { invoice }: Stripe.Checkout.Session) {
  const paymentIntentId = invoice !== null && typeof invoice === 'object' ? paymentIntentOf(invoice) : null
  return { id, paid: true, failedAttempts: 0, paymentIntentId }
}

async function recordUnpaid(
  id: string,
  session: Stripe.Checkout.Session,
  reason: 'expired' | 'failed',
  deps: Deps,
): Promise<SessionState> {
  await deps.outbox.change({ _id: id }, (payment) => {
    const known = payment.sessions.find((one) => one.id === session.id)
    if (known?.status !== 'open') return null
    const failed = emit('payment-failed', id, {
      orderId: id,
      sessionId: session.id,
      reason,
      at: new Date().toISOString(),
    })
    const isReported = payment.kind === 'order' && payment.paidSessionId === null
    return {
      update: withSession(payment, session.id, { status: reason }),
      events: isReported ? [failed] : [],
    }
  })
  return 'expired'
}

/** Adds a session that a crash left unrecorded. Only its metadata shows which payment it belongs to. */
function adoptSession(payment: Payment, session: Stripe.Checkout.Session): Payment {
  if (payment.sessions.some((one) => one.id === session.id)) return payment
  const unfinished = payment.sessions.find((one) => one.status === 'creating')
  const attempt = unfinished?.attempt ?? payment.sessions.length + 1
  const others = payment.sessions.filter((one) => one !== unfinished)
  const adopted = {
    attempt,
    status: 'open' as const,
    id: session.id,
    url: session.url,
    paymentIntentId: null,
    refundId: null,
    traceparent: null,
    createdAt: new Date(session.created * 1000),
  }
  return { ...payment, sessions: [...others, adopted] }
}

function paidEvent(payment: Payment, session: Stripe.Checkout.Session) {
  if (payment.kind === 'plan') return emit('plan-paid', payment._id, describePlanPaid(payment, session))
  return emit('payment-succeeded', payment._id, {
    orderId: payment._id,
    sessionId: session.id,
    paymentIntentId: idOf(session.payment_intent),
    amountCents: session.amount_total ?? payment.amountCents,
    paidAt: paidAtOf(session).toISOString(),
  })
}

/**
 * When the order was paid, which can be long before it is recorded. The time comes from the charge, because a session
 * does not contain it.
 * @see https://docs.stripe.com/api/charges/object#charge_object-created
 */
function paidAtOf({ payment_intent: intent }: Stripe.Checkout.Session): Date {
  const charge = intent !== null && typeof intent === 'object' ? intent.latest_charge : null
  return charge !== null && typeof charge === 'object' ? new Date(charge.created * 1_000) : new Date()
}
