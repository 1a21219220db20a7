import { type CancelAnswer, cancelWithinHours, formatCents } from '@prankpost/contracts'
import { type Change, checkpoint } from '@prankpost/messaging'
import { conflict, notFound, type SessionUser } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import { newRefund, unrefundedCents } from '../new-refund.ts'
import { type Cancellation, type Order, statusEntry } from '../order.model.ts'
import { hasSentParcel, isItemSent, isItemWaiting, isPacked, withdraw } from '../parcels.ts'
import { hasOpenDispute, isPaidHere, leftCents, moneyFields } from '../refund.model.ts'
import { orderCancelled, parcelsChanged, refundRequested, statusChanged } from '../reports.ts'
import { endOf } from '../with-end.ts'
import { settleRefund } from './settle-refund.ts'

/**
 * Cancels a customer's one-time order within 2 hours of payment, while it is not packed: the order becomes `cancelled`,
 * its parcels are withdrawn, and everything that is left is refunded, with the events of all three in one write.
 * Fulfilment packs by a conditional write on the same document, so an order is either packed or cancelled. A repeated
 * call returns the same, with the status of the refund as it is now.
 *
 * If the process dies after the write, refund-requested makes payment refund; a repeated call asks payment again.
 * @throws 404 for an unknown order or one of another customer, 409 with the reason and what the customer can do
 */
export async function cancelOwnOrder(
  { orderId, user }: { orderId: string; user: SessionUser },
  deps: Deps,
): Promise<CancelAnswer> {
  return cancel({ _id: orderId, ownerId: user.id }, deps, (order) => {
    const refusal = whyNotCancel(order, deps.now())
    if (refusal !== null) throw conflict(refusal)
    return cancelled(order, { by: 'customer', reason: null, at: deps.now() })
  })
}

/**
 * Cancels a one-time order for the operator, without the time limit and also when it is packed: parcels that were not
 * sent are withdrawn and refunded, and sent ones stay sent: then the order becomes `shipped`, or `delivered`. One of those that came
 * back later, and is sent again, can be cancelled by another call. Atomic and repeatable as `cancelOwnOrder`.
 * @throws 404 for an unknown order, 409 when it is not paid, everything was sent, a dispute is open, or it is a plan's
 */
export async function cancelOrder(
  { orderId, reason }: { orderId: string; reason: string },
  deps: Deps,
): Promise<CancelAnswer> {
  return cancel({ _id: orderId }, deps, (order) => {
    const refusal = whyNotCancelAsOperator(order)
    if (refusal !== null) throw conflict(refusal)
    return cancelled(order, { by: 'operator', reason, at: deps.now() })
  })
}

/** Until when the customer may cancel; null for an order that is not paid, or for a plan's month. */
export const cancelUntil = ({ type, paidAt }: Pick<Order, 'type' | 'paidAt'>): Date | null =>
  type === 'once' && paidAt !== undefined ? new Date(paidAt.getTime() + cancelWithinHours * 3_600_000) : null

const support = 'Write to us on the support page and we will see what we can do.'

/** Why the customer cannot cancel, with what they can do; null when they can. */
export function whyNotCancel(order: Order, now: Date): string | null {
  const until = cancelUntil(order)
  if (order.type !== 'once')
    return 'A month of a plan cannot be cancelled here. You can end the plan in your Account.'
  if (order.status === 'cancelled') return `This order was cancelled already. ${support}`
  if (until === null)
    return 'This order is not paid, so there is nothing to cancel. It expires by itself after 7 days.'
  if (hasSentParcel(order)) return `This order was sent already, so it can no longer be cancelled. ${support}`
  if (hasOpenDispute(order)) {
    return `Your bank is checking the payment of this order, so it cannot be cancelled now. ${support}`
  }
  if (isPacked(order)) return `This order was packed already, so it can no longer be cancelled. ${support}`
  if (now > until) {
    return `An order can be cancelled within ${cancelWithinHours} hours of payment, and that time is over. ${support}`
  }
  if (order.status !== 'paid') return `This order cannot be cancelled at the moment. ${support}`
  return isPaidHere(order) ? null : `This order was not paid by card in this shop. ${support}`
}

function whyNotCancelAsOperator(order: Order): string | null {
  if (order.type !== 'once') return "A plan's month cannot be cancelled: refund it, or end the plan."
  if (order.status === 'cancelled') return 'This order was cancelled already.'
  if (order.paidAt === undefined) return 'This order is not paid: it expires by itself after 7 days.'
  if (hasOpenDispute(order))
    return 'A dispute about this order is open: the bank decides about the money first.'
  if (order.items.every((item) => !isItemWaiting(order, item))) {
    return 'All parcels of this order were sent: nothing can be cancelled. You can still refund it.'
  }
  return null
}

async function cancel(
  filter: { _id: string; ownerId?: string },
  deps: Deps,
  decide: (order: Order) => Change<Order>,
): Promise<CancelAnswer> {
  // After a cancellation, a parcel waits only if it had been sent, came back, and is sent again: it is cancelled, too.
  const result = await deps.outbox.change(filter, (order) =>
    order.cancellation === undefined || order.items.some((item) => isItemWaiting(order, item))
      ? decide(order)
      : null,
  )
  if (result === null) throw notFound('We could not find this order.')
  checkpoint('order:cancelled')
  const { cancellation } = (await deps.orders.findById(filter._id, { cancellation: 1 }).lean()) ?? {}
  const refundId = cancellation?.refundId ?? null
  if (refundId === null) {
    const message = 'The order was cancelled. Nothing was left to refund.'
    return { message, refund: { amount: formatCents(0), status: 'succeeded' } }
  }
  const { amountCents, status } = await settleRefund({ orderId: filter._id, refundId }, deps)
  const amount = formatCents(amountCents)
  return { message: `The order was cancelled. $${amount} goes back to the card.`, refund: { amount, status } }
}

/**
 * The change that cancels a one-time order: withdraws its parcels that are not sent (`itemIds` if they are given) and
 * refunds them. Without a sent parcel, everything that is left is refunded (or `amountCents`).
 */
export function cancelled(
  order: Order,
  by: Omit<Cancellation, 'refundId'>,
  refund?: { amountCents: number; itemIds: string[]; key?: string | undefined; bodyDigest: string },
): Change<Order> {
  const waiting = order.items.filter((item) => isItemWaiting(order, item)).map(({ id }) => id)
  const isPartial = order.items.some((item) => isItemSent(order, item))
  const left = isPaidHere(order) ? leftCents(order) : 0
  const ownShare = isPartial ? Math.min(left, unrefundedCents(order, waiting)) : left
  const amountCents = refund?.amountCents ?? ownShare
  const made = amountCents > 0 ? newRefund(order, { itemIds: waiting, ...refund, ...by, amountCents }) : null
  const refunds = [...(order.refunds ?? []), ...(made ? [made] : [])]
  const cancellation = { ...by, refundId: made?.id ?? null }
  const money = moneyFields(order, { refunds })
  const parcels = withdraw(order, waiting, by.at)
  const ended = isPartial ? endOf({ ...order, ...parcels }, cancellation) : { status: 'cancelled' as const }
  const next: Order = { ...order, ...parcels, ...money, cancellation, ...ended }
  const isNewStatus = next.status !== order.status
  // Money that was not received here is returned where it was received.
  if (!isPaidHere(order) && !isPartial) next.returnedCents = order.totalCents
  const { returnedCents } = next
  const actor = by.by === 'customer' ? 'customer' : 'admin'
  return {
    update: {
      $set: { ...money, returnedCents, ...parcels, cancellation, ...ended },
      ...(isNewStatus && { $push: { statusHistory: statusEntry(next.status, actor, by.at) } }),
    },
    events: [
      ...(made ? [refundRequested(order, made)] : []),
      orderCancelled(next, amountCents),
      ...(isPartial ? [parcelsChanged(next, by.at)] : []),
      ...(isNewStatus ? [statusChanged(next, { from: order.status, actor, at: by.at })] : []),
    ],
  }
}
