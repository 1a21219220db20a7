import type { AdminOrder, OrderStatus, settableOrderStatuses } from '@prankpost/contracts'
import { notFound } from '@prankpost/service-kit'
import { type Deps, emit } from '../deps.ts'
import { toAdminOrder } from '../order.dto.ts'
import { noLongerUnpaid, type Order, statusEntry } from '../order.model.ts'
import { stripeSubscriptionsOf } from './list-orders.ts'
import { orderPaid } from './mark-order-paid.ts'

export type SettableStatus = (typeof settableOrderStatuses)[number]

interface SetOrderStatusInput {
  orderId: string
  status: SettableStatus
}

/**
 * Sets an order's status for the operator, as changeOrderStatus does, and returns the order.
 * @throws 404 for an unknown order
 */
export async function setOrderStatus(input: SetOrderStatusInput, deps: Deps): Promise<AdminOrder> {
  await changeOrderStatus(input, deps)
  const order = await deps.orders.findById(input.orderId).lean()
  if (order === null) throw unknownOrder()
  const plans = await stripeSubscriptionsOf([order], deps.orders)
  return toAdminOrder(order, plans.get(order.ownerId ?? '') ?? null)
}

/**
 * Sets an order's status, in any direction, and emits order-status-changed. Any status except `pending` confirms that
 * the order is paid, and marks it paid once. The same status again changes nothing. Returns whether anything changed.
 *
 * An order that was imported as shipped was never announced. It is announced as paid when the operator sets a status
 * that means it must be sent after all.
 * @throws 404 for an unknown order
 */
export async function changeOrderStatus(
  { orderId, status }: SetOrderStatusInput,
  { outbox }: Pick<Deps, 'outbox'>,
): Promise<boolean> {
  const result = await outbox.change({ _id: orderId }, (order) =>
    order.status === status ? null : changeTo(status, order),
  )
  if (result === null) throw unknownOrder()
  return result.changed
}

const unknownOrder = () => notFound('There is no such order.')

function changeTo(status: SettableStatus, order: Order) {
  const at = new Date()
  const becomesPaid = order.paidAt === undefined && status !== 'pending'
  const staysSent = isSent(order.status) && isSent(status)
  const isUnannounced = order.type === 'once' && order.announcedAt === undefined
  const announces = isUnannounced && status !== 'pending' && !staysSent
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
      $set: { status, ...(becomesPaid ? { paidAt: at } : {}), ...(announces ? { announcedAt: at } : {}) },
      ...(becomesPaid ? { $unset: noLongerUnpaid } : {}),
      $push: { statusHistory: statusEntry(status, 'admin', at) },
    },
    events: announces ? [orderPaid(order, order.paidAt ?? at), changed] : [changed],
  }
}

const isSent = (status: OrderStatus) => status === 'shipped' || status === 'delivered'
