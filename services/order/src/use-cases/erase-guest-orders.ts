import { isAwaited, withoutNames } from '../customer-data.ts'
import type { Deps } from '../deps.ts'

/**
 * Erases names and addresses from a guest's orders: those without an owner that have this e-mail address. Orders that
 * must still be sent stay unchanged and are counted as `waiting`. Safe to repeat.
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
