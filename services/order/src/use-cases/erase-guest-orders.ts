import { isAwaited, withoutNames } from '../customer-data.ts'
import type { Deps } from '../deps.ts'

/**
 * Takes names and addresses from the orders without an owner that carry an e-mail address, for a guest who wants
 * to be forgotten. Those that are still to be sent stay as they are, and are counted. Safe to run again.
 */
export async function eraseGuestOrders(
  { email }: { email: string },
  { orders, outbox }: Pick<Deps, 'orders' | 'outbox'>,
): Promise<{ erased: number; waiting: number }> {
  const counts = { erased: 0, waiting: 0 }
  for await (const { _id } of orders.find({ guestEmail: email }, { _id: 1 }).lean().cursor()) {
    const result = await outbox.change({ _id, guestEmail: email }, (order) =>
      isAwaited(order) ? null : { update: { $set: withoutNames(order, false), $unset: { guestEmail: 1 } } },
    )
    if (result?.changed) counts.erased++
    else if (result !== null) counts.waiting++
  }
  return counts
}
