import type { Heal, ToldEvent } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import { openMonthShipment } from './open-month-shipment.ts'
import { openOrderShipment } from './open-order-shipment.ts'
import { isPlanDue, withdrawPlan } from './withdraw-plan.ts'

/** What may be lost between order and here, and between subscription and here. */
export const orderKinds = ['order-without-shipment'] as const
export const planKinds = ['month-without-shipment', 'ended-plan-still-due'] as const

/**
 * Finds paid orders that nobody would ever send, because order-paid was lost: the message died after all
 * its retries, or was purged, or its queue was lost.
 */
export async function findUntoldOrders(
  told: ToldEvent[],
  heal: Heal<(typeof orderKinds)[number]>,
  deps: Deps,
): Promise<void> {
  const orders = told.flatMap(({ type, data }) => (type === 'order-paid' ? [data] : []))
  const ids = orders.map(({ orderId }) => orderId)
  const opened = await deps.shipments.find({ orderId: { $in: ids } }, { orderId: 1 }).lean()
  const known = new Set(opened.map(({ orderId }) => orderId))
  for (const order of orders) {
    const { orderId } = order
    if (known.has(orderId)) continue
    await heal('order-without-shipment', { orderId }, () => openOrderShipment(order, deps))
  }
}

/**
 * Finds paid months that nobody would ever send, and ended plans that are still sent something, because
 * subscription-created, -renewed or -cancelled was lost.
 */
export async function findUntoldMonths(
  told: ToldEvent[],
  heal: Heal<(typeof planKinds)[number]>,
  deps: Deps,
): Promise<void> {
  const ids = told.flatMap(({ data }) => ('month' in data ? [data.month.invoiceId] : []))
  const opened = await deps.shipments.find({ invoiceId: { $in: ids } }, { invoiceId: 1 }).lean()
  const known = new Set(opened.map(({ invoiceId }) => invoiceId))
  // In the order of their telling: the end of a plan comes after its months.
  for (const { type, data } of told) {
    if (type === 'subscription-created' || type === 'subscription-renewed') {
      const { invoiceId } = data.month
      if (known.has(invoiceId)) continue
      const about = { invoiceId, subscriptionId: data.subscriptionId }
      await heal('month-without-shipment', about, () => openMonthShipment(data, deps))
    } else if (type === 'subscription-cancelled' && (await isPlanDue(data, deps))) {
      const about = { subscriptionId: data.subscriptionId }
      await heal('ended-plan-still-due', about, () => withdrawPlan(data, deps))
    }
  }
}
