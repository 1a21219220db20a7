import type { AdminOrder } from '@prankpost/contracts/order'
import type { OrderTasks } from '@prankpost/contracts/refund'
import { amountOf, centsOf } from '../../src/lib/amounts.ts'
import { idOf, refundOf } from '../samples.ts'
import type { FakeAnswer, FakeApi, FakeCall } from './fake-api.ts'
import type { FakeOrders } from './fake-orders.ts'

export const actionCalls = {
  refund: 'POST /api/admin/orders/:id/refunds',
  cancel: 'POST /api/admin/orders/:id/cancel',
  /** Of the item with the id `i1`. */
  track: 'PATCH /api/admin/orders/:id/items/i1',
  tasks: 'GET /api/admin/order-tasks',
} as const
export const resolveCall = (refundId: string) => `PATCH /api/admin/orders/:id/refunds/${refundId}`

/** Adds refunds, cancellation, tracking and tasks to orders behind the fake API, as the order service has them. */
export function addActions(api: FakeApi, orders: FakeOrders) {
  const withOrder = (change: (order: AdminOrder, call: FakeCall) => FakeAnswer) => (call: FakeCall) => {
    const order = orders.all.find(({ id }) => id === call.id)
    return order ? change(order, call) : { status: 404, body: { message: 'There is no such order.' } }
  }
  const made = new Map<string, object>()
  Object.assign(api.plans, {
    [actionCalls.refund]: withOrder((order, { body, headers }) => {
      const key = String(headers['idempotency-key'])
      const answer = made.get(key) ?? refund(order, body)
      if ('message' in answer) return { status: 409, body: answer }
      made.set(key, answer)
      return { status: 201, body: answer }
    }),
    [actionCalls.cancel]: withOrder((order, { body }) => {
      const answer = refund(order, body)
      for (const item of order.items) item.status = 'cancelled'
      const cancellation = {
        by: 'operator' as const,
        reason: String(body.reason),
        at: new Date().toISOString(),
      }
      Object.assign(order, { status: 'cancelled', cancellation })
      return { body: { message: 'The order was cancelled.', refund: answer } }
    }),
    [actionCalls.track]: withOrder((order, { body: { delivered, ...tracking } }) => {
      const item = order.items.find(({ id }) => id === 'i1')
      Object.assign(item ?? {}, tracking)
      if (item && delivered !== undefined) item.deliveredAt = delivered ? new Date().toISOString() : null
      return { body: order }
    }),
    [actionCalls.tasks]: () => ({ body: tasksOf(orders.all) }),
  })
  for (const { id } of orders.all.flatMap(({ refunds }) => refunds)) {
    api.plans[resolveCall(id)] = withOrder((order) => {
      for (const one of order.refunds) if (one.id === id) one.resolvedAt = new Date().toISOString()
      return { body: order }
    })
  }
}

function refund(order: AdminOrder, { amount, itemIds, reason, withdraw }: FakeCall['body']) {
  const chosen = order.items.filter(({ id }) => !itemIds || (itemIds as string[]).includes(id))
  const left = centsOf(order.totalAmount) - centsOf(order.refunded)
  const price = chosen.reduce((sum, item) => sum + centsOf(item.price) * item.quantity, 0)
  const cents = amount ? centsOf(String(amount)) : itemIds ? price : left
  if (cents > left) return { message: `Only $${amountOf(left)} of this order is left to refund.` }
  order.refunded = amountOf(centsOf(order.refunded) + cents)
  order.refunds.push(
    refundOf({ id: idOf(800 + order.refunds.length), amount: amountOf(cents), reason: String(reason) }),
  )
  if (withdraw) for (const item of chosen) item.status = 'cancelled'
  return { refundId: idOf(800), amount: amountOf(cents), status: 'succeeded' }
}

function tasksOf(orders: AdminOrder[]): OrderTasks {
  const items = orders.flatMap(({ id: orderId, orderNumber, refunds, disputes }): OrderTasks['items'] => [
    ...refunds
      .filter(({ status, resolvedAt }) => status === 'failed' && resolvedAt === null)
      .map(({ amount, at, failureReason }) => {
        return { kind: 'refund-failed' as const, orderId, orderNumber, amount, at, detail: failureReason }
      }),
    ...disputes
      .filter(({ status }) => status === 'open')
      .map(({ amount, openedAt, reason }) => {
        return { kind: 'dispute-open' as const, orderId, orderNumber, amount, at: openedAt, detail: reason }
      }),
  ])
  return { items, total: items.length }
}
