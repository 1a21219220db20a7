import { checkpoint } from '@prankpost/messaging'
import Stripe from 'stripe'
import type { Deps } from '../deps.ts'
import { refundsTotal } from '../metrics.ts'
import { withSession } from '../payment.model.ts'
import { callStripe } from '../stripe-client.ts'
import { paymentIntentOf } from './describe-plan.ts'

/**
 * Refunds a session that paid for an order or plan that was already paid, and cancels the second subscription if it
 * started one. Does nothing for any other session. Safe to repeat: the session's id is the idempotency key, and Stripe
 * refuses a second refund.
 */
export async function refundSession(id: string, sessionId: string, deps: Deps): Promise<void> {
  const payment = await deps.payments.findOne({ _id: id, 'sessions.id': sessionId }, { sessions: 1 }).lean()
  const known = payment?.sessions.find((one) => one.id === sessionId)
  if (known?.status !== 'refund_due') return
  const paymentIntentId = known.paymentIntentId ?? (await endSecondPlan(sessionId, deps))
  const refundId = paymentIntentId === null ? null : await refund(paymentIntentId, sessionId, deps)
  checkpoint('payment:refunded')
  await deps.outbox.change({ _id: id }, (now) =>
    now.sessions.find((one) => one.id === sessionId)?.status === 'refund_due'
      ? { update: withSession(now, sessionId, { status: 'refunded', refundId }) }
      : null,
  )
  refundsTotal.inc()
  deps.log.warn({ id, sessionId, refundId }, 'paid twice: the second payment was refunded')
}

async function refund(paymentIntentId: string, sessionId: string, { stripe }: Deps): Promise<string | null> {
  try {
    const created = await callStripe(() =>
      stripe.refunds.create(
        { payment_intent: paymentIntentId, reason: 'duplicate' },
        { idempotencyKey: `refund-${sessionId}` },
      ),
    )
    return created.id
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError && error.code === 'charge_already_refunded') return null
    throw error
  }
}

/** Cancels the subscription that a second session of a plan started. Returns the payment intent of its first invoice. */
async function endSecondPlan(sessionId: string, { stripe }: Deps): Promise<string | null> {
  const session = await callStripe(() => stripe.checkout.sessions.retrieve(sessionId))
  if (typeof session.subscription !== 'string' || typeof session.invoice !== 'string') return null
  const { subscription, invoice } = session
  const current = await callStripe(() => stripe.subscriptions.retrieve(subscription))
  if (current.status !== 'canceled') await callStripe(() => stripe.subscriptions.cancel(subscription))
  checkpoint('payment:second-plan-ended')
  return paymentIntentOf(await callStripe(() => stripe.invoices.retrieve(invoice, { expand: ['payments'] })))
}
