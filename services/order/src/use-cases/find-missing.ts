import type { Repair, ReportedEvent } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import type { Order } from '../order.model.ts'
import { closePlan, hasOpenMonth } from './close-plan-months.ts'
import { markOrderPaid } from './mark-order-paid.ts'
import { applyDispute, noteDispute } from './note-dispute.ts'
import { isRefundUnknown, noteRefund } from './note-refund.ts'
import { recordPlanMonth } from './record-plan-month.ts'

/** What can be missing after events from payment, or from subscription, were lost. */
export const moneyKinds = ['unknown-refund', 'unknown-dispute'] as const
export const paymentKinds = ['payment-of-unpaid-order', ...moneyKinds] as const
export const monthKinds = ['month-without-order', 'ended-plan-with-open-month'] as const

/**
 * Finds and repairs orders that payment reports as paid and that are not paid here, or not by this payment: the operator set
 * them to paid. This happens only when payment-succeeded was lost: it is a dead letter, or it was purged, or its queue was lost.
 */
export async function findMissingPayments(
  reported: ReportedEvent[],
  repair: Repair<(typeof paymentKinds)[number]>,
  deps: Deps,
): Promise<void> {
  const payments = reported.flatMap(({ type, data }) => (type === 'payment-succeeded' ? [data] : []))
  const ids = payments.map(({ orderId }) => orderId)
  const paid = await deps.orders
    .find({ _id: { $in: ids }, paidAt: { $exists: true } }, { paymentIntentId: 1 })
    .lean()
  const known = new Map(paid.map(({ _id, paymentIntentId }) => [String(_id), paymentIntentId]))
  for (const payment of payments) {
    const { orderId, paymentIntentId } = payment
    // An order that the operator set to paid does not know its payment.
    if (known.has(orderId) && (known.get(orderId) !== null || paymentIntentId === null)) continue
    await repair('payment-of-unpaid-order', { orderId }, () => markOrderPaid(payment, deps))
  }
  await findMissingRefunds(reported, repair, deps)
}

/**
 * Finds and repairs refunds and disputes of orders and of plans' months whose present state is not known here. When the order
 * itself is missing, the repair fails, and is tried again: `findMissingMonths` finds a month without an order.
 */
export async function findMissingRefunds(
  reported: ReportedEvent[],
  repair: Repair<(typeof moneyKinds)[number]>,
  deps: Deps,
): Promise<void> {
  const changes = reported.filter((one) => one.type === 'refund-changed' || one.type === 'dispute-changed')
  const ids = changes.flatMap(({ data }) => data.orderId ?? [])
  const invoiceIds = changes.flatMap(({ data }) => data.invoiceId ?? [])
  if (ids.length + invoiceIds.length === 0) return
  const either = [{ _id: { $in: ids } }, { invoiceId: { $in: invoiceIds } }]
  const found = await deps.orders.find({ $or: either }).lean<Order[]>()
  const orders = new Map(
    found.flatMap((order) => [
      [String(order._id), order],
      [order.invoiceId, order],
    ]),
  )
  for (const { type, data } of changes) {
    const { orderId, invoiceId } = data
    if (orderId === null && invoiceId === null) continue
    const order = orders.get(orderId ?? invoiceId ?? '')
    const about = { orderId: order ? String(order._id) : orderId, invoiceId }
    if (type === 'refund-changed') {
      if (!order || isRefundUnknown(order, data))
        await repair('unknown-refund', about, () => noteRefund(data, deps))
    } else if (!order || applyDispute(order, data) !== null) {
      await repair('unknown-dispute', about, () => noteDispute(data, deps))
    }
  }
}

/**
 * Finds and repairs paid months of plans that have no order here, and months that are still open although their plan has
 * ended. This happens when subscription-created, -renewed or -cancelled was lost.
 */
export async function findMissingMonths(
  reported: ReportedEvent[],
  repair: Repair<(typeof monthKinds)[number]>,
  deps: Deps,
): Promise<void> {
  const months = reported.filter(
    (one) => one.type === 'subscription-created' || one.type === 'subscription-renewed',
  )
  const ids = months.map(({ data }) => data.month.invoiceId)
  const recorded = await deps.orders.find({ invoiceId: { $in: ids } }, { invoiceId: 1 }).lean()
  const known = new Set(recorded.map(({ invoiceId }) => invoiceId))
  for (const { type, data } of months) {
    const { subscriptionId, month } = data
    if (known.has(month.invoiceId)) continue
    const order = { ...data, type: type === 'subscription-created' ? 'subscription' : 'monthly' } as const
    const about = { invoiceId: month.invoiceId, subscriptionId }
    await repair('month-without-order', about, () => recordPlanMonth(order, deps))
  }
  // The ends come after the months, because the end of a plan closes all its months.
  for (const { type, data } of reported) {
    if (type !== 'subscription-cancelled' || !(await hasOpenMonth(data.subscriptionId, deps))) continue
    const about = { subscriptionId: data.subscriptionId }
    await repair('ended-plan-with-open-month', about, () => closePlan(data, deps))
  }
}
