import { accountAnswer, guestOrderWindowDays } from '@prankpost/contracts'
import type { Change } from '@prankpost/messaging'
import { AppError, forbidden, notFound, type SessionUser, unauthorized } from '@prankpost/service-kit'
import { type Deps, emit } from '../deps.ts'
import type { Order } from '../order.model.ts'
import { parcelsOf } from './mark-order-paid.ts'

/** How many orders one call recovers; the next call recovers the rest. */
const maxRecovered = 1_000

/**
 * Assigns to the customer the guest orders of the last 30 days that have the account's e-mail address. The address must
 * be verified: auth is queried, and the session is not trusted for this. Each order gets one owner once, also with
 * concurrent calls, and order-recovered is emitted in the same write. A repeat finds no orders, or, after a crash, the
 * remaining ones.
 * @throws 403 while the address is not verified, 404 when there is no such order, 503 when auth is unavailable
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
    // An order that a concurrent call recovered first no longer has this address.
    const result = await deps.outbox.change({ _id, guestEmail }, (order) => assignTo(user, order))
    if (result?.changed) migrated++
  }
  if (migrated === 0) throw notFound('No recent orders found to recover.')
  return { message: `Recovered ${migrated} recent ${migrated === 1 ? 'order' : 'orders'}.`, migrated }
}

/** The write that gives a guest's order its owner, with its event; without `counts` the event contains no parcels. */
export function assignTo(
  { id: ownerId }: Pick<SessionUser, 'id'>,
  order: Order,
  { counts = true }: { counts?: boolean } = {},
): Change<Order> {
  const orderId = String(order._id)
  const paidAt = (order.paidAt ?? order.createdAt).toISOString()
  // A withdrawn parcel was never sent, so it does not count for the customer.
  const items = counts
    ? parcelsOf({ ...order, items: order.items.filter(({ withdrawnAt }) => !withdrawnAt) })
    : []
  const isAnnounced = order.announcedAt !== undefined
  const event = emit('order-recovered', orderId, { orderId, ownerId, items, paidAt, isAnnounced })
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
