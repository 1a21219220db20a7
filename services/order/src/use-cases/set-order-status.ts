import type { AdminOrder, settableOrderStatuses } from '@prankpost/contracts'
import { notFound } from '@prankpost/service-kit'
import { type Deps, emit } from '../deps.ts'
import { toAdminOrder } from '../order.dto.ts'
import { type Order, statusEntry } from '../order.model.ts'
import { stripeSubscriptionsOf } from './list-orders.ts'
import { orderPaid } from './mark-order-paid.ts'

type SettableStatus = (typeof settableOrderStatuses)[number]

/**
 * Sets an order's status by the operator's word, in any direction, and tells the others. Any status
 * but `pending` vouches that the order is paid, and makes it so once. The same status again changes
 * nothing.
 * @throws 404 for an unknown order
 */
export async function setOrderStatus(
  { orderId, status }: { orderId: string; status: SettableStatus },
  deps: Deps,
): Promise<AdminOrder> {
  const result = await deps.outbox.change({ _id: orderId }, (order) =>
    order.status === status ? null : changeStatus(order, status),
  )
  if (result === null) throw notFound('There is no such order.')
  const order = await deps.orders.findById(orderId).lean()
  if (order === null) throw notFound('There is no such order.')
  const plans = await stripeSubscriptionsOf([order], deps.orders)
  return toAdminOrder(order, plans.get(order.ownerId ?? '') ?? null)
}

function changeStatus(order: Order, status: SettableStatus) {
  const at = new Date()
  const becomesPaid = order.paidAt === undefined && status !== 'pending'
  const changed = emit('order-status-changed', String(order._id), {
    orderId: String(order._id),
    ownerId: order.ownerId,
    type: order.type,
    from: order.status,
    to: status,
    actor: 'admin',
    at: at.toISOString(),
  })
  return {
    update: {
      $set: { status, ...(becomesPaid ? { paidAt: at } : {}) },
      $push: { statusHistory: statusEntry(status, 'admin', at) },
    },
    events: becomesPaid && order.type === 'once' ? [orderPaid(order, at), changed] : [changed],
  }
}
