import { checkpoint } from '@prankpost/messaging'
import Stripe from 'stripe'
import type { Deps } from '../deps.ts'
import { latestSession } from '../payment.model.ts'
import { callStripe } from '../stripe-client.ts'
import { settleSession } from './settle-session.ts'

/**
 * Sees to it that a plan which its customer gave up for another cannot be paid any more: its open
 * session is expired at Stripe. Not `closed` when its money has come, or may still come. A session
 * that is just being made has not been shown to anybody; whoever makes it asks again. Safe to repeat.
 * @throws 503 when Stripe is away
 */
export async function closePlanSession(
  { planId }: { planId: string },
  deps: Deps,
): Promise<{ closed: boolean }> {
  const payment = await deps.payments.findOne({ _id: planId, kind: 'plan' }).lean()
  if (payment === null) return { closed: true }
  if (payment.paidSessionId !== null) return { closed: false }
  const latest = latestSession(payment)
  if (latest?.status !== 'open' || latest.id === null) return { closed: true }
  await expireAtStripe(latest.id, deps)
  checkpoint('payment:session-closed-at-stripe')
  return { closed: (await settleSession(latest.id, deps)) === 'expired' }
}

async function expireAtStripe(sessionId: string, { stripe }: Deps): Promise<void> {
  try {
    await callStripe(() => stripe.checkout.sessions.expire(sessionId))
  } catch (error) {
    // It ended by itself: paid or expired, as the next question to Stripe says.
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
  }
}
