import { type Order, statusEntry } from './order.model.ts'
import { isItemSent, isItemWaiting, statusWithDeliveries } from './parcels.ts'
import { parcelsChanged, statusChanged } from './reports.ts'

/** Why parcels were withdrawn, and the refund for it, if there is one. */
interface Withdrawal {
  reason: string | null
  at: Date
  refundId: string | null
  /** The order keeps its status, although no parcel may be left to send. */
  keepsStatus?: boolean
  /** Who changes the status by it; an operator if it is absent. */
  actor?: string
}

/**
 * The change that withdraws parcels: the changed fields, the status of the order when none is left to send, and
 * the events of both.
 */
export function withEnd(order: Order, changed: Partial<Order>, withdrawal: Withdrawal) {
  const { at, keepsStatus = false, actor = 'admin' } = withdrawal
  const fields = { ...changed, ...(keepsStatus ? {} : endOf({ ...order, ...changed }, withdrawal)) }
  const next: Order = { ...order, ...fields }
  const isEnd = next.status !== order.status
  return {
    next,
    update: {
      $set: fields,
      ...(isEnd && { $push: { statusHistory: statusEntry(next.status, actor, at) } }),
    },
    events: [
      parcelsChanged(next, at),
      ...(isEnd ? [statusChanged(next, { from: order.status, actor, at })] : []),
    ],
  }
}

/** What becomes of the order when none of its parcels is left to send. */
export function endOf(
  order: Order,
  { reason, at, refundId }: Withdrawal,
): Partial<Pick<Order, 'status' | 'sentAt' | 'packedAt' | 'cancellation'>> {
  if (order.items.some((item) => isItemWaiting(order, item))) return {}
  if (order.items.some((item) => isItemSent(order, item))) {
    const isOpen = order.status === 'paid' || order.status === 'processing'
    if (!isOpen) return {}
    const status = statusWithDeliveries({ ...order, status: 'shipped' })
    return { status, sentAt: order.sentAt ?? at, packedAt: order.packedAt ?? at }
  }
  const cancellation = order.cancellation ?? { by: 'operator' as const, reason, at, refundId }
  return { status: 'cancelled', cancellation }
}
