import type { EventData, RefundState } from '@prankpost/contracts'
import { type Change, NotYet, Poison } from '@prankpost/messaging'
import type { Deps } from '../deps.ts'
import type { Order } from '../order.model.ts'
import { moneyFields, type Refund } from '../refund.model.ts'

/**
 * Records what Stripe says about a refund. The status of a refund only advances (pending, succeeded, failed), so a
 * repeat and a late event change nothing. A refund that was made in the Stripe dashboard is added to the order; it
 * withdraws no parcel, because it may be a gesture.
 * @throws NotYet when the order does not exist here yet, Poison when the event names no order or no refund
 */
export async function noteRefund(
  data: EventData<'refund-changed'>,
  { outbox }: Pick<Deps, 'outbox'>,
): Promise<void> {
  if (data.refundId === null && data.stripeRefundId === null) throw new Poison('a refund without an id')
  const result = await outbox.change(paidOrderFilter(data), (order) => applyRefund(order, changeOf(data)))
  if (result === null) throw new NotYet(`order of refund ${data.refundId ?? data.stripeRefundId}`)
}

/** Finds the order of a payment: a one-time order by its id, a plan's month by its invoice. @throws Poison for neither */
export function paidOrderFilter({
  orderId,
  invoiceId,
}: Pick<EventData<'refund-changed'>, 'orderId' | 'invoiceId'>) {
  if (orderId !== null) return { _id: orderId }
  if (invoiceId !== null) return { invoiceId }
  throw new Poison('a payment of neither an order nor a month')
}

/** Whether the order does not know yet what the event says. */
export const isRefundUnknown = (order: Order, data: EventData<'refund-changed'>): boolean =>
  applyRefund(order, changeOf(data)) !== null

interface RefundChange extends RefundState {
  refundId: string | null
  amountCents: number
  at: Date
}

const changeOf = (data: EventData<'refund-changed'>): RefundChange => ({ ...data, at: new Date(data.at) })

const rank = { pending: 0, succeeded: 1, failed: 2 } as const

/** The change that records a refund's state; null when the order knows it or a later one. */
export function applyRefund(order: Order, change: RefundChange): Change<Order> | null {
  const { refunds = [] } = order
  const { refundId, stripeRefundId, status, failureReason, at } = change
  const known = refunds.find(
    (one) => one.id === refundId || (stripeRefundId !== null && one.stripeRefundId === stripeRefundId),
  )
  if (known === undefined) {
    return { update: { $set: moneyFields(order, { refunds: [...refunds, toRefund(change)] }) } }
  }
  const advances = rank[status] > rank[known.status]
  const namesIt = known.stripeRefundId === null && stripeRefundId !== null
  if (!advances && !namesIt) return null
  const next: Refund = {
    ...known,
    stripeRefundId: known.stripeRefundId ?? stripeRefundId,
    ...(advances ? { status, failureReason, changedAt: at } : {}),
  }
  const changed = refunds.map((one) => (one === known ? next : one))
  return { update: { $set: moneyFields(order, { refunds: changed }) } }
}

const toRefund = ({
  refundId,
  stripeRefundId,
  amountCents,
  status,
  failureReason,
  at,
}: RefundChange): Refund => ({
  id: refundId ?? String(stripeRefundId),
  amountCents,
  status,
  by: refundId === null ? 'stripe' : 'operator',
  reason: null,
  at,
  changedAt: at,
  shares: [],
  stripeRefundId,
  failureReason,
  resolvedAt: null,
})
