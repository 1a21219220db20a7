import { cannotDeliver, isWithin, within } from '@prankpost/contracts'
import { type Change, checkpoint } from '@prankpost/messaging'
import type { Deps } from '../deps.ts'
import { forEachOrder } from '../each-order.ts'
import { newRefund, unrefundedCents } from '../new-refund.ts'
import type { Order } from '../order.model.ts'
import type { OrderItem } from '../order-item.model.ts'
import { isItemWaiting, withdraw } from '../parcels.ts'
import { hasOpenDispute, isPaidHere, leftCents, moneyFields, type Refund } from '../refund.model.ts'
import { refundRequested } from '../reports.ts'
import { withEnd } from '../with-end.ts'
import { cancelled } from './cancel-order.ts'

type WithdrawDeps = Pick<Deps, 'orders' | 'outbox' | 'now'>

/**
 * Withdraws the unsent parcels to an address that is on the do-not-prank list, and to its units, and refunds them: withdrawal,
 * refund and their events are one conditional write for each order, so a parcel is either sent or withdrawn. An order without
 * another parcel is cancelled, and one whose other parcels were sent is shipped. Unpaid orders stay: they cannot be paid with a
 * new session, and if an open one is paid, consent emits address-blocked again. A repeat finds nothing to withdraw.
 *
 * If the process dies between two orders, the redelivered event withdraws the others.
 * @throws when an order cannot be changed, after the others: the event is redelivered for that one
 */
export async function withdrawBlocked({ digest }: { digest: string }, deps: WithdrawDeps): Promise<void> {
  await forEachOrder({ 'items.addressDigest': within(digest) }, deps, async (_id) => {
    await deps.outbox.change({ _id }, (order) => withoutBlocked(order, digest, deps.now()))
    checkpoint('order:blocked-withdrawn')
  })
}

function withoutBlocked(order: Order, digest: string, at: Date): Change<Order> | null {
  if (order.type !== 'once' || order.paidAt === undefined || order.status === 'cancelled') return null
  const isThere = ({ addressDigest }: OrderItem) => isWithin(addressDigest, digest)
  const waiting = order.items.filter((item) => isThere(item) && isItemWaiting(order, item))
  const [first] = waiting
  if (first === undefined) return null
  const itemIds = waiting.map(({ id }) => id)
  const reason = cannotDeliver(first.contact.name)
  const obstacle = obstacleOf(order)
  const isAll = order.items.every((item) => item.withdrawnAt || itemIds.includes(item.id))
  // An imported order is refunded where it was paid: it is only cancelled here.
  if (isAll && (obstacle === null || order.externalId !== undefined))
    return cancelled(order, { by: 'operator', reason, at })
  const parcels = withdraw(order, itemIds, at)
  const amountCents = Math.min(leftCents(order), unrefundedCents(order, itemIds))
  const refund =
    amountCents > 0 ? newRefund(order, { amountCents, itemIds, by: 'operator', reason, at }) : null
  const kept: Refund | null =
    refund !== null && obstacle !== null ? { ...refund, status: 'failed', failureReason: obstacle } : refund
  const money = kept === null ? {} : moneyFields(order, { refunds: [...(order.refunds ?? []), kept] })
  // While a dispute is open, an order without another parcel keeps its status: the bank decides about the money first.
  const withdrawal = { reason, at, refundId: refund?.id ?? null, keepsStatus: isAll }
  const { update, events } = withEnd(order, { ...money, ...parcels }, withdrawal)
  return {
    update,
    events: [...(refund !== null && obstacle === null ? [refundRequested(order, refund)] : []), ...events],
  }
}

/** Why the refund cannot be requested, for the operator, who gets a task then; null when it can. */
function obstacleOf(order: Order): string | null {
  if (hasOpenDispute(order)) return 'A dispute about the payment was open when a parcel was withdrawn.'
  return isPaidHere(order)
    ? null
    : 'This order was not paid here: refund the withdrawn parcel where it was paid.'
}
