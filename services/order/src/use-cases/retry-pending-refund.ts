import { databaseNow } from '@prankpost/messaging'
import type { Deps } from '../deps.ts'
import { settleRefund } from './settle-refund.ts'

/** How long a refund may be pending before payment is asked again, and how long until the next time. */
const retryAfterMs = 10 * 60_000

/**
 * Asks payment again about one order's refunds that have been pending for 10 minutes: the second path, if
 * refund-requested or refund-changed was lost. Payment makes each refund once and answers with its state. Returns
 * whether an order was due.
 *
 * The order is claimed by moving its date ahead, so a crash only delays it. A refund that Stripe has not completed stays
 * pending, and the order is due again later.
 */
export async function retryPendingRefund(deps: Deps): Promise<boolean> {
  const now = databaseNow(deps.orders.db)
  const order = await deps.orders
    .findOneAndUpdate(
      { refundPendingAt: { $gt: new Date(0), $lte: new Date(now.getTime() - retryAfterMs) } },
      { $set: { refundPendingAt: now } },
      { sort: { refundPendingAt: 1 } },
    )
    .lean()
  if (order === null) return false
  const pending = (order.refunds ?? []).filter(({ status, by }) => status === 'pending' && by !== 'stripe')
  for (const { id } of pending) await settleRefund({ orderId: String(order._id), refundId: id }, deps)
  return true
}
