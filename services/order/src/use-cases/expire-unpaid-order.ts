import { unpaidRemoved } from '@prankpost/contracts'
import { checkpoint, databaseNow } from '@prankpost/messaging'
import type { Deps } from '../deps.ts'
import type { Order } from '../order.model.ts'

/** Longer than any call that began to open a session before the order expired can take. */
const settleMs = 10 * 60_000
/** So many rounds of the sweep later an order that could not be removed is tried again. */
const roundsBetween = 10

/**
 * Removes one order that was not paid within 7 days. Payment is asked first: it ends what is open at Stripe and removes
 * its own record, and only when it confirms that nothing can be paid any more, the order is deleted. When payment
 * learns that the money has come, it emits payment-succeeded, and the order becomes paid and stays. Answers whether an
 * order was due.
 *
 * When the process dies after payment's answer, the order is due again some rounds later; payment then has no record
 * of it and answers the same. An order that becomes paid at the same moment has another revision and is not deleted.
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
  if (deletedCount === 1) deps.log.info({ orderId: String(_id) }, 'an order expired unpaid and was removed')
  return true
}

/** Moves the date ahead as it takes the order, so that no other replica takes it at the same time. */
async function claimExpired({ orders, unpaidSweepEveryMs }: Deps): Promise<Order | null> {
  const dueAt = databaseNow(orders.db).getTime() - settleMs
  const unpaidUntil = new Date(dueAt + roundsBetween * unpaidSweepEveryMs)
  return orders
    .findOneAndUpdate(
      { unpaidUntil: { $lte: new Date(dueAt) } },
      { $set: { unpaidUntil } },
      { sort: { unpaidUntil: 1 } },
    )
    .lean()
}
