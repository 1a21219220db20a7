import { notFound, paymentRequired, type SessionUser } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import { settleSession } from './settle-session.ts'

const unknown = () => notFound('We could not find this payment.')
const unpaid = () => paymentRequired('The payment has not been completed yet.')

/**
 * Records the payment of an order when the customer returns to the success page, if Stripe confirms it. It does the same
 * as the webhook: either is enough, and a repeat changes nothing.
 * @throws 404 for an order or session that is unknown or belongs to another customer, 402 while Stripe reports it unpaid
 */
export async function confirmPayment(
  { sessionId, orderId, user }: { sessionId: string; orderId: string; user: SessionUser },
  deps: Deps,
): Promise<{ orderId: string }> {
  const payment = await deps.payments
    .findOne({ _id: orderId, kind: 'order', ownerId: user.id }, { sessions: 1 })
    .lean()
  const session = payment?.sessions.find((one) => one.id === sessionId)
  if (session === undefined) throw unknown()
  const settled = session.status === 'paid' || session.status === 'refunded'
  if (!settled && (await settleSession(sessionId, deps)) !== 'paid') throw unpaid()
  return { orderId }
}

/**
 * Records the first payment of a plan when the customer returns to the success page, if Stripe confirms it.
 * @throws 404 for a session that is unknown or belongs to another customer, 402 while Stripe reports it unpaid
 */
export async function confirmPlan(
  { sessionId, user }: { sessionId: string; user: SessionUser },
  deps: Deps,
): Promise<{ subscriptionId: string }> {
  const payment = await deps.payments
    .findOne({ 'sessions.id': sessionId, kind: 'plan', ownerId: user.id }, { sessions: 1 })
    .lean()
  const session = payment?.sessions.find((one) => one.id === sessionId)
  if (payment === null || session === undefined) throw unknown()
  const settled = session.status === 'paid' || session.status === 'refunded'
  if (!settled && (await settleSession(sessionId, deps)) !== 'paid') throw unpaid()
  return { subscriptionId: payment._id }
}
