import type { EventData } from '@prankpost/contracts'
import { type Change, NotYet } from '@prankpost/messaging'
import type { Deps } from '../deps.ts'
import { newRefund, unrefundedCents } from '../new-refund.ts'
import { type Order, statusEntry } from '../order.model.ts'
import { closedStatus, hasSentParcel, isItemWaiting, withdraw } from '../parcels.ts'
import { type Dispute, leftCents, type MoneyFields, moneyFields, type Refund } from '../refund.model.ts'
import { statusChanged } from '../reports.ts'
import { withEnd } from '../with-end.ts'
import { paidOrderFilter } from './note-refund.ts'

type DisputeChange = EventData<'dispute-changed'>

/**
 * Records a dispute about the payment of an order. While it is open, no parcel of the order can be sent. Won: the
 * parcels are free again. Lost: the bank returned the money to the cardholder, so a one-time order of which nothing was
 * sent becomes `cancelled` and its parcels are withdrawn, in the same write; when a part was sent, the rest is withdrawn, and
 * the order is `shipped`, or `delivered`. A plan's month closes in the same way (`closeLostMonth`).
 *
 * A closed dispute is not opened again, and its newest decision counts, because a bank may reverse it: a cardholder
 * withdraws a dispute that was lost, or an inquiry becomes a dispute after all. What was withdrawn when it was lost stays so:
 * once it is won, its refund is a task of the operator. A repeat and a late event change nothing.
 * @throws NotYet when the order does not exist here yet, Poison when the event names no order
 */
export async function noteDispute(data: DisputeChange, { outbox }: Pick<Deps, 'outbox'>): Promise<void> {
  const result = await outbox.change(paidOrderFilter(data), (order) => applyDispute(order, data))
  if (result === null) throw new NotYet(`order of dispute ${data.disputeId}`)
}

/** The change that records a dispute's state; null when the order knows it or a later one. */
export function applyDispute(order: Order, data: DisputeChange): Change<Order> | null {
  const { disputes = [] } = order
  const known = disputes.find(({ id }) => id === data.disputeId)
  if (known !== undefined && !isNewer(data, known)) return null
  const next = toDispute(data, known)
  const others = disputes.filter((one) => one !== known)
  const noted = moneyFields(order, { disputes: [...others, next] })
  // Only a reversal: a dispute that was lost stays so, or is won.
  const money = known?.status === 'lost' ? withTask(order, noted, new Date(data.at)) : noted
  if (next.status !== 'lost' || order.status === 'cancelled') return { update: { $set: money } }
  const at = new Date(data.at)
  if (order.type !== 'once') return closeLostMonth(order, money, at)
  const waiting = order.items.filter((item) => isItemWaiting(order, item))
  const isSent = hasSentParcel(order)
  if (isSent && waiting.length === 0) return { update: { $set: money } }
  const itemIds = waiting.map(({ id }) => id)
  const changed = { ...money, ...withdraw(order, itemIds, at) }
  if (!isSent) return becomeCancelled(order, changed, at)
  return withEnd(order, changed, { reason: null, at, refundId: null, actor: 'payment' })
}

const isNewer = ({ status, at }: DisputeChange, known: Dispute): boolean =>
  status !== 'open' && status !== known.status && (known.closedAt === null || new Date(at) > known.closedAt)

/**
 * The money of withdrawn parcels that came back, also of those of an ended plan that were never sent, with a refund of it as a task:
 * only the operator makes it.
 */
function withTask(order: Order, money: MoneyFields, at: Date): MoneyFields & Pick<Order, 'unsentOwedCents'> {
  const after = { ...order, ...money }
  const failed = money.refunds.filter(({ status }) => status === 'failed')
  const tasks = failed.flatMap(({ shares }) => shares.map(({ itemId }) => itemId))
  const itemIds = order.items.flatMap(({ id, withdrawnAt }) => (withdrawnAt && !tasks.includes(id) ? id : []))
  const { unsentOwedCents = 0 } = order
  const amountCents = Math.min(leftCents(after), unrefundedCents(after, itemIds) + unsentOwedCents)
  if (amountCents === 0) return money
  const reason = 'The bank returned the payment to the shop after the parcels were withdrawn.'
  const refund = newRefund(after, { amountCents, itemIds, by: 'operator', reason, at })
  const task: Refund = { ...refund, status: 'failed', failureReason: reason }
  return { ...moneyFields(after, { refunds: [...money.refunds, task] }), unsentOwedCents: 0 }
}

/**
 * Closes a plan's month as the end of its plan does, without a refund: parcels that wait to be sent again are withdrawn,
 * and what was never sent stays unsent. No event reports it: fulfilment follows the dispute itself, and knows no order of
 * a month.
 */
function closeLostMonth(order: Order, money: MoneyFields, at: Date): Change<Order> {
  const items = order.items.map((item) => (isItemWaiting(order, item) ? { ...item, withdrawnAt: at } : item))
  if (order.status !== 'paid' && order.status !== 'processing')
    return { update: { $set: { ...money, items } } }
  const status = closedStatus({ ...order, items })
  return {
    update: {
      $set: { ...money, items, status },
      $push: { statusHistory: statusEntry(status, 'payment', at) },
    },
  }
}

function becomeCancelled(order: Order, fields: Partial<Order>, at: Date): Change<Order> {
  const status = 'cancelled' as const
  const changed = { ...fields, status }
  return {
    update: {
      $set: changed,
      $push: { statusHistory: statusEntry(status, 'payment', at) },
    },
    events: [statusChanged({ ...order, ...changed }, { from: order.status, actor: 'payment', at })],
  }
}

const toDispute = (
  { disputeId, status, reason, amountCents, at }: DisputeChange,
  known?: Dispute,
): Dispute => ({
  id: disputeId,
  status,
  reason,
  amountCents,
  openedAt: known?.openedAt ?? new Date(at),
  closedAt: status === 'open' ? null : new Date(at),
})
