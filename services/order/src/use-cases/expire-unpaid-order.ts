import { unpaidRemoved } from '@prankpost/contracts'
import { checkpoint, databaseNow } from '@prankpost/messaging'
import type { Deps } from '../deps.ts'
import type { Order } from '../order.model.ts'

/** Longer than the longest call that could still open a session for an order that has just expired. */
const settleMs = 10 * 60_000
/** After how many rounds of the sweep an order that could not be removed is tried again. */
const retryAfterRounds = 10

/**
 * Removes one order that was not paid within 7 days. Payment is called first: it ends open sessions at Stripe and
 * removes its own record. The order is deleted only after payment confirms that it can no longer be paid. If payment
 * finds that the order was paid, it emits payment-succeeded, and the order becomes paid and stays. Returns whether an
 * order was due.
 *
 * If the process dies after payment's answer, the order is due again some rounds later; payment then has no record of
 * it and gives the same answer. An order that is paid at the same moment has a new revision and is not deleted.
 * @throws 503 when payment or Stripe is unavailable
 */
export async function expireUnpaidOrder(deps: Deps): Promise<boolean> {
  const order = await claimExpired(deps)
  if (order === null) return false
  checkpoint('order:expiry-claimed')
  const { _id, revision, checkout } = order
  const sessionId = checkout?.stripeSessionId ?? null
  const path = `/internal/orders/${_id}/remove-unpaid`
  const { removed } = await deps.payment.post(path, unpaidRemoved, { sessionId })
  checkpoint('order:payment-removed')
  if (!removed) return true
  const stillUnpaid = { _id, revision, paidAt: { $exists: false }, outboxDueAt: { $exists: false } }
  const { deletedCount } = await deps.orders.deleteOne(stillUnpaid)
  if (deletedCount === 1) deps.log.info({ orderId: String(_id) }, 'removed an expired unpaid order')
  return true
}

/** Claims an expired order by moving its date ahead, so that no other replica claims it at the same time. */
async function claimExpired({ orders, unpaidSweepEveryMs }: Deps): Promise<Order | null> {
  const dueAt = databaseNow(orders.db).getTime() - settleMs
  const unpaidUntil = new Date(dueAt + retryAfterRounds * unpaidSweepEveryMs)
  return orders
    .findOneAndUpdate(
      { unpaidUntil: { $lte: new Date(dueAt) } },
      { $set: { unpaidUntil } },
      { sort: { unpaidUntil: 1 } },
    )
    .lean()
}
