import { notFound, paymentRequired, type SessionUser } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import { settleSession } from './settle-session.ts'

const unknown = () => notFound('We could not find this payment.')
const unpaid = () => paymentRequired('The payment has not been completed yet.')

/**
 * The success page's word that an order is paid: true only if Stripe says so. Does what the webhook
 * does; either is enough, a repeat changes nothing.
 * @throws 404 for an unknown or somebody else's order or session, 402 while Stripe says unpaid
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
 * The success page's word that a plan is paid.
 * @throws 404 for an unknown or somebody else's session, 402 while Stripe says unpaid
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
