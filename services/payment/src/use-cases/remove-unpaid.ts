import { checkpoint } from '@prankpost/messaging'
import Stripe from 'stripe'
import { expireSession } from '../checkout-session.ts'
import type { Deps } from '../deps.ts'
import { closeSessions } from './close-sessions.ts'
import { settleSession } from './settle-session.ts'

/**
 * Removes the payment of an order that expired unpaid, once the order can no longer be paid. Only then is `removed`
 * true, and order deletes the order. `removed` is false when the order was paid (payment-succeeded reports that), when
 * it can still be paid, or when the payment changes at the same moment.
 *
 * `sessionId` is the session that the order has recorded. If payment does not know it, for example after a restore, it
 * is read from Stripe: an order must not be deleted if only Stripe knows its payment. A repeat, also after a crash in
 * between, finds the payment removed and returns the same.
 * @throws 503 when Stripe is unavailable
 */
export async function removeUnpaid(
  { orderId, sessionId }: { orderId: string; sessionId: string | null },
  deps: Deps,
): Promise<{ removed: boolean }> {
  if (!(await closeSessions({ id: orderId, kind: 'order' }, deps))) return { removed: false }
  const payment = await deps.payments.findOne({ _id: orderId, kind: 'order' }).lean()
  const isKnown = sessionId === null || payment?.sessions.some(({ id }) => id === sessionId)
  if (!isKnown && !(await isOverAtStripe(sessionId, deps))) return { removed: false }
  if (payment === null) return { removed: true }
  const isOver = payment.sessions.every(({ status }) => ['expired', 'failed', 'refused'].includes(status))
  if (!isOver) return { removed: false }
  // Only if nothing has changed since, and only after its last event is published.
  const unchanged = { _id: orderId, revision: payment.revision, outboxDueAt: { $exists: false } }
  const { deletedCount } = await deps.payments.deleteOne(unchanged)
  if (deletedCount === 1) checkpoint('payment:unpaid-removed')
  return { removed: deletedCount === 1 }
}

async function isOverAtStripe(sessionId: string, deps: Deps): Promise<boolean> {
  try {
    await expireSession(sessionId, deps)
    return (await settleSession(sessionId, deps)) === 'expired'
  } catch (error) {
    // A session that Stripe does not know cannot be paid.
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing')
      return true
    throw error
  }
}
