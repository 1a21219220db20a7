import { checkpoint } from '@prankpost/messaging'
import { expireSession } from '../checkout-session.ts'
import type { Deps } from '../deps.ts'
import { latestSession, type Payment, withAttempt } from '../payment.model.ts'
import { settleSession } from './settle-session.ts'

/**
 * Ensures that an order or plan can no longer be paid. An attempt that Stripe has not answered yet is closed here: the
 * call that is in progress detects this, ends the session at Stripe and does not return it. Open sessions are ended at
 * Stripe. Returns false when the order or plan was paid, or can still be paid. Safe to repeat.
 * @throws 503 when Stripe is unavailable
 */
export async function closeSessions(
  { id, kind }: { id: string; kind: Payment['kind'] },
  deps: Deps,
): Promise<boolean> {
  const found = await deps.outbox.change({ _id: id, kind }, closeAttempt)
  if (found === null) return true
  const { paidSessionId, sessions } = found.document
  if (paidSessionId !== null) return false
  for (const { id: sessionId, status } of sessions) {
    if (status !== 'open' || sessionId === null) continue
    await expireSession(sessionId, deps)
    checkpoint('payment:session-closed-at-stripe')
    if ((await settleSession(sessionId, deps)) !== 'expired') return false
  }
  return true
}

function closeAttempt(payment: Payment) {
  const latest = latestSession(payment)
  if (latest?.status !== 'creating') return null
  return { update: withAttempt(payment, latest.attempt, { status: 'expired' }) }
}
