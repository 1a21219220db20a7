import { formatCents, type refundAnswer, type refundInput } from '@prankpost/contracts'
import { type Change, checkpoint } from '@prankpost/messaging'
import { callDigest, conflict, notFound } from '@prankpost/service-kit'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import { newRefund, unrefundedCents } from '../new-refund.ts'
import type { Order } from '../order.model.ts'
import { isItemSent, isItemWaiting, isSendingAgain, withdraw } from '../parcels.ts'
import { hasOpenDispute, isPaidHere, isTask, leftCents, moneyFields, type Refund } from '../refund.model.ts'
import { refundRequested } from '../reports.ts'
import { withEnd } from '../with-end.ts'
import { cancelled } from './cancel-order.ts'
import { settleRefund } from './settle-refund.ts'

type RefundInput = z.output<typeof refundInput> & { orderId: string; key?: string | undefined }
type RefundAnswer = z.output<typeof refundAnswer>

/** More refunds than any order needs. The document of an order stays small. */
const maxRefunds = 100

/**
 * Refunds a part or all of an order, a plan's month included. The refund, the withdrawal of parcels and their events are
 * one conditional write: the sum of refunds never exceeds the payment, and a parcel is either sent or withdrawn. When
 * no parcel of the order is left to send, it becomes `cancelled`, or `shipped` or `delivered` if others were sent. A call with an
 * idempotency key that was used for this order returns the first refund; that of a parcel that came back is made again if it
 * failed and is not handled. A crash after the write is handled as in `settleRefund`.
 * @throws 404 for an unknown order or item, 409 when the money or the parcels do not allow it, or
 * when the key was used with another body
 */
export async function refundOrder(
  { orderId, key, ...input }: RefundInput,
  deps: Deps,
): Promise<RefundAnswer> {
  const bodyDigest = callDigest(input)
  const mark = { key, bodyDigest }
  let refundId = ''
  const result = await deps.outbox.change({ _id: orderId }, (order) => {
    const earlier = key === undefined ? undefined : order.refunds?.findLast((one) => one.key === key)
    if (earlier !== undefined && !(input.ifReturned && isTask(earlier))) {
      if (earlier.bodyDigest !== bodyDigest)
        throw conflict('This Idempotency-Key was used for another refund.')
      refundId = earlier.id
      return null
    }
    const change = decide(order, { ...input, ...mark, at: deps.now() })
    refundId = change.refundId
    return change
  })
  if (result === null) throw notFound('There is no such order.')
  checkpoint('order:refund-decided')
  const { id, amountCents, status } = await settleRefund({ orderId, refundId }, deps)
  return { refundId: id, amount: formatCents(amountCents), status }
}

type Decision = Omit<RefundInput, 'orderId'> & { bodyDigest: string; at: Date }

function decide(order: Order, input: Decision): Change<Order> & { refundId: string } {
  checkRefundable(order)
  const itemIds = input.itemIds ?? []
  const unknown = itemIds.find((id) => !order.items.some((item) => item.id === id))
  if (unknown !== undefined) throw notFound('This order has no such item.')
  checkParcels(order, itemIds, input)
  const amountCents = input.amount ?? defaultCents(order, itemIds, input)
  checkAmount(order, amountCents)
  const { reason, at, key, bodyDigest } = input
  const withdrawn = input.withdraw ? toWithdraw(order, input.itemIds) : []
  if (isEnd(order, withdrawn)) {
    const refund = { amountCents, key, bodyDigest, itemIds: [...withdrawn, ...itemIds] }
    return withId(order, cancelled(order, { by: 'operator', reason, at }, refund))
  }
  const by = 'operator'
  const refund = newRefund(order, { amountCents, itemIds, by, reason, at, key, bodyDigest })
  const money = moneyFields(order, { refunds: [...(order.refunds ?? []), refund] })
  if (withdrawn.length === 0) {
    return { refundId: refund.id, update: { $set: money }, events: [refundRequested(order, refund)] }
  }
  const fields = { ...money, ...withdraw(order, withdrawn, at) }
  const { update, events } = withEnd(order, fields, { reason, at, refundId: refund.id })
  return { refundId: refund.id, update, events: [refundRequested(order, refund), ...events] }
}

/**
 * Whether nothing of a one-time order is sent, now or later. Its parcels may be withdrawn already: while a dispute was open, or before
 * its payment was known here, it kept its status.
 */
const isEnd = ({ type, status, items }: Order, withdrawn: string[]): boolean =>
  type === 'once' &&
  status !== 'cancelled' &&
  items.every((item) => item.withdrawnAt || withdrawn.includes(item.id))

function checkRefundable(order: Order): void {
  if (order.paidAt === undefined) throw conflict('This order is not paid, so there is nothing to refund.')
  if (!isPaidHere(order)) {
    throw conflict('This order was not paid through Stripe in this shop. Refund it where it was paid.')
  }
  if (hasOpenDispute(order)) {
    throw conflict('A dispute about this order is open: the bank decides about the money first.')
  }
  if ((order.refunds?.length ?? 0) >= maxRefunds)
    throw conflict(`An order has at most ${maxRefunds} refunds.`)
}

/** A parcel that came back is refunded or sent again, not both. */
function checkParcels(
  order: Order,
  itemIds: string[],
  { ifReturned, withdraw: isWithdrawn }: Decision,
): void {
  const chosen = order.items.filter(({ id }) => itemIds.includes(id))
  if (ifReturned && !chosen.every(({ returnedAt }) => returnedAt)) {
    throw conflict(
      'This parcel is not here any more: it was sent again, or reported as delivered. Please reload.',
    )
  }
  if (!isWithdrawn && chosen.some(isSendingAgain)) {
    throw conflict('This parcel is sent again. Withdraw it with the refund, or refund it when it comes back.')
  }
}

/**
 * What is refunded without an amount: the price of the items, or all that is left. Of parcels that came back at most what is left:
 * the shares of a plan's month are rounded, and an earlier refund may be for none of its items.
 */
function defaultCents(order: Order, itemIds: string[], { itemIds: given, ifReturned }: Decision): number {
  if (given === undefined) return leftCents(order)
  const price = unrefundedCents(order, itemIds)
  return ifReturned ? Math.min(price, leftCents(order)) : price
}

function checkAmount(order: Order, amountCents: number): void {
  const left = leftCents(order)
  if (left === 0) throw conflict('This order is refunded completely: nothing is left.')
  if (amountCents === 0) throw conflict('Nothing is left to refund for this. Give the amount to refund more.')
  if (amountCents > left) throw conflict(`At most $${formatCents(left)} of this order can still be refunded.`)
}

/** The parcels to withdraw: those of the items that are not withdrawn yet. @throws 409 when one of them was sent */
function toWithdraw(order: Order, itemIds = order.items.map(({ id }) => id)): string[] {
  if (order.type !== 'once')
    throw conflict("The parcels of a plan's month are not withdrawn here: end the plan.")
  const chosen = order.items.filter(({ id }) => itemIds.includes(id))
  if (chosen.some((item) => isItemSent(order, item))) {
    throw conflict('A parcel was sent already, so it cannot be withdrawn. Refund without withdrawing it.')
  }
  return chosen.filter((item) => isItemWaiting(order, item)).map(({ id }) => id)
}

/** A change that adds a refund at the end, with the id of that refund. */
function withId(order: Order, change: Change<Order>): Change<Order> & { refundId: string } {
  const refunds = (change.update as { $set: { refunds: Refund[] } }).$set.refunds
  const added = refunds[order.refunds?.length ?? 0]
  return { ...change, refundId: added?.id ?? '' }
}
