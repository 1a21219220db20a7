import type { refuseParcelAnswer, refuseParcelRequest } from '@prankpost/contracts'
import { type Change, checkpoint } from '@prankpost/messaging'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import { newRefund, unrefundedCents } from '../new-refund.ts'
import type { Order } from '../order.model.ts'
import type { OrderItem } from '../order-item.model.ts'
import { isItemSent, parcelFields, parcelId, parcelsState } from '../parcels.ts'
import { hasOpenDispute, isPaidHere, leftCents, moneyFields } from '../refund.model.ts'
import { parcelRefused, refundRequested } from '../reports.ts'
import { withEnd } from '../with-end.ts'
import { settleRefund } from './settle-refund.ts'

type Answer = z.output<typeof refuseParcelAnswer>

/**
 * Refuses a held parcel of a one-time order, for the operator: it is withdrawn and refunded, and the customer gets a mail
 * with the reason. All of it is one conditional write with its events, so a parcel is either sent or refused; then payment is
 * called for the refund. When no parcel is left, the order becomes `cancelled`, or `shipped` or `delivered` if others were sent. A repeat
 * finds the first refusal, and asks payment again while its refund is pending.
 *
 * If the process dies after the write, refund-requested makes the refund and order-parcels-changed informs fulfilment.
 */
export async function refuseParcel(
  { orderId, parcelId: id, reason }: z.output<typeof refuseParcelRequest>,
  deps: Pick<Deps, 'orders' | 'outbox' | 'payment' | 'log' | 'now'>,
): Promise<Answer> {
  let result: Omit<Answer['results'][number], 'parcelId'> = notRefused('Its order does not exist here yet.')
  await deps.outbox.change({ _id: orderId }, (order) => {
    const item = order.items.find((one) => parcelId(order, one) === id)
    const refusal = item === undefined ? 'Its order has no such parcel.' : whyNotRefuse(order, item)
    if (item === undefined || refusal !== null) result = notRefused(refusal ?? '')
    else if (item.refused) result = { outcome: 'unchanged', message: null }
    else {
      result = { outcome: 'changed', message: null }
      return refused(order, item, reason, deps.now())
    }
    return null
  })
  checkpoint('order:parcel-refused')
  const order = await deps.orders.findById(orderId).lean()
  const refundId = order?.items.find((one) => parcelId(order, one) === id)?.refused?.refundId
  if (refundId) await settleRefund({ orderId, refundId }, deps)
  return {
    ...{ orderId, invoiceId: null, results: [{ parcelId: id, ...result }] },
    ...(order === null ? { parcelsRevision: 0, parcels: [] } : parcelsState(order)),
  }
}

const notRefused = (message: string) => ({ outcome: 'refused' as const, message })

/** Why a parcel cannot be refused, for the operator; null when it can, or was. */
function whyNotRefuse(order: Order, item: OrderItem): string | null {
  if (order.type !== 'once')
    return "A parcel of a plan's month is not refused: keep it held, and refund the month."
  if (item.refused) return null
  if (item.withdrawnAt) return 'This parcel was withdrawn already.'
  if (isItemSent(order, item)) return 'This parcel was shipped already.'
  if (order.paidAt === undefined) return 'This order is not paid.'
  if (hasOpenDispute(order))
    return 'A dispute about this order is open: the bank decides about the money first.'
  return item.heldBecause ? null : 'This parcel is not held. Hold it first.'
}

function refused(order: Order, item: OrderItem, reason: string, at: Date): Change<Order> {
  const amountCents = isPaidHere(order) ? Math.min(leftCents(order), unrefundedCents(order, [item.id])) : 0
  const refund =
    amountCents > 0 ? newRefund(order, { amountCents, itemIds: [item.id], by: 'operator', reason, at }) : null
  const refundId = refund?.id ?? null
  const items = order.items.map(
    (one): OrderItem => (one === item ? refusedItem(one, reason, at, refundId) : one),
  )
  const fields = {
    ...parcelFields(order, items, at),
    ...(refund && moneyFields(order, { refunds: [...(order.refunds ?? []), refund] })),
  }
  const { next, update, events } = withEnd(order, fields, { reason, at, refundId })
  return {
    update,
    events: [
      ...(refund ? [refundRequested(order, refund)] : []),
      ...events,
      parcelRefused(next, item, amountCents, at),
    ],
  }
}

const refusedItem = (item: OrderItem, reason: string, at: Date, refundId: string | null): OrderItem => ({
  ...item,
  heldBecause: null,
  withdrawnAt: at,
  refused: { reason, at, refundId },
  ...(item.screening && {
    screening: { ...item.screening, decidedAt: item.screening.decidedAt ?? at },
  }),
})
