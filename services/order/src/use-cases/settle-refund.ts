import { refundState } from '@prankpost/contracts'
import { checkpoint } from '@prankpost/messaging'
import { notFound } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import type { Order } from '../order.model.ts'
import type { Refund } from '../refund.model.ts'
import { refundRequestOf } from '../reports.ts'
import { applyRefund } from './note-refund.ts'

/**
 * Asks payment to make a pending refund now, so that the answer usually contains its outcome, and records it. Returns
 * the refund as it is known then. While payment or Stripe is unavailable it stays `pending`: refund-requested was
 * stored with the decision, and payment makes each refund once (`refundId` is its idempotency key). For the same reason
 * nothing is lost when the process dies here: refund-changed reports the outcome, too.
 */
export async function settleRefund(
  { orderId, refundId }: { orderId: string; refundId: string },
  deps: Pick<Deps, 'orders' | 'outbox' | 'payment' | 'log'>,
): Promise<Refund> {
  const { order, refund } = await readRefund(orderId, refundId, deps)
  if (refund.status !== 'pending') return refund
  try {
    const state = await deps.payment.post('/internal/refunds', refundState, refundRequestOf(order, refund))
    checkpoint('order:refund-made')
    const change = { ...state, refundId, amountCents: refund.amountCents, at: new Date() }
    await deps.outbox.change({ _id: orderId }, (now) => applyRefund(now, change))
    return (await readRefund(orderId, refundId, deps)).refund
  } catch (error) {
    deps.log.warn({ err: error, orderId, refundId }, 'the refund is pending: payment did not make it yet')
    return refund
  }
}

async function readRefund(
  orderId: string,
  refundId: string,
  { orders }: Pick<Deps, 'orders'>,
): Promise<{ order: Order; refund: Refund }> {
  const order = await orders.findById(orderId).lean()
  const refund = order?.refunds?.find(({ id }) => id === refundId)
  if (!order || refund === undefined) throw notFound('There is no such refund.')
  return { order, refund }
}
