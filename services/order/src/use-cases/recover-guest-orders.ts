import { guestOrderWindowDays } from '@prankpost/contracts'
import { notFound, type SessionUser } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'

/**
 * Gives the customer the orders without an owner of the last 30 days that carry the account's e-mail.
 * Each order goes to one owner once, whoever asks at the same time.
 * @throws 404 when there is none
 */
export async function recoverGuestOrders(
  { user }: { user: SessionUser },
  { orders }: Deps,
): Promise<{ message: string; migrated: number }> {
  const since = new Date(Date.now() - guestOrderWindowDays * 86_400_000)
  const { modifiedCount } = await orders.updateMany(
    { guestEmail: user.email.toLowerCase(), paidAt: { $gte: since } },
    { $set: { ownerId: user.id }, $unset: { guestEmail: 1 }, $inc: { revision: 1 } },
  )
  if (modifiedCount === 0) throw notFound('No recent orders found to recover.')
  const orderWord = modifiedCount === 1 ? 'order' : 'orders'
  return { message: `Recovered ${modifiedCount} recent ${orderWord}.`, migrated: modifiedCount }
}
