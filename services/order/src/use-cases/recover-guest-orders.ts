import { accountAnswer, guestOrderWindowDays } from '@prankpost/contracts'
import { AppError, forbidden, notFound, type SessionUser, unauthorized } from '@prankpost/service-kit'
import { type Deps, emit } from '../deps.ts'
import type { Order } from '../order.model.ts'
import { parcelsOf } from './mark-order-paid.ts'

/** Orders that one call brings over; of more the next call brings the rest. */
const maxRecovered = 1_000

/**
 * Gives the customer the orders without an owner of the last 30 days that carry the account's e-mail
 * address, once it is known to be theirs: auth is asked, whatever the session says. Each order goes to one
 * owner once, whoever asks at the same time, and is told of in the same write; a repeat finds nothing more,
 * or, after a crash in between, the rest.
 * @throws 403 while the address is not verified, 404 when there is no such order, 503 when auth is away
 */
export async function recoverGuestOrders(
  { user }: { user: SessionUser },
  deps: Pick<Deps, 'orders' | 'auth' | 'outbox'>,
): Promise<{ message: string; migrated: number }> {
  const guestEmail = await verifiedEmailOf(user, deps.auth)
  const since = new Date(Date.now() - guestOrderWindowDays * 86_400_000)
  const found = await deps.orders
    .find({ guestEmail, paidAt: { $gte: since } }, { _id: 1 })
    .limit(maxRecovered)
    .lean()
  let migrated = 0
  for (const { _id } of found) {
    // Whom another window was faster with has no such address any more.
    const result = await deps.outbox.change({ _id, guestEmail }, (order) => giveTo(user, order))
    if (result?.changed) migrated++
  }
  if (migrated === 0) throw notFound('No recent orders found to recover.')
  return { message: `Recovered ${migrated} recent ${migrated === 1 ? 'order' : 'orders'}.`, migrated }
}

function giveTo({ id: ownerId }: SessionUser, order: Order) {
  const orderId = String(order._id)
  const paidAt = (order.paidAt ?? order.createdAt).toISOString()
  const event = emit('order-recovered', orderId, { orderId, ownerId, items: parcelsOf(order), paidAt })
  return { update: { $set: { ownerId }, $unset: { guestEmail: 1 } }, events: [event] }
}

async function verifiedEmailOf({ id }: SessionUser, auth: Deps['auth']): Promise<string> {
  const account = await auth.get(`/internal/users/${id}`, accountAnswer).catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'not_found' ? unauthorized() : error
  })
  if (!account.emailVerified) {
    throw forbidden('Please verify your email address first. The link is in your Account.')
  }
  return account.email
}
