import type { AdminOrder } from '@prankpost/contracts'
import { conflict, notFound } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import { moneyFields } from '../refund.model.ts'
import { readAdminOrder } from './read-admin-order.ts'

/**
 * Marks a failed refund as handled: it is no task any more. A repeat changes nothing.
 * @throws 404 for an unknown order or refund, 409 when the refund did not fail
 */
export async function resolveRefund(
  { orderId, refundId }: { orderId: string; refundId: string },
  deps: Deps,
): Promise<AdminOrder> {
  const result = await deps.outbox.change({ _id: orderId }, (order) => {
    const { refunds = [] } = order
    const refund = refunds.find(({ id }) => id === refundId)
    if (refund === undefined) throw notFound('There is no such refund.')
    if (refund.status !== 'failed') throw conflict('This refund did not fail.')
    if (refund.resolvedAt !== null) return null
    const resolved = refunds.map((one) => (one === refund ? { ...one, resolvedAt: deps.now() } : one))
    return { update: { $set: moneyFields(order, { refunds: resolved }) } }
  })
  if (result === null) throw notFound('There is no such order.')
  return readAdminOrder(orderId, deps)
}
