import type { Heal, ToldEvent } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import { markOrderPaid } from './mark-order-paid.ts'
import { recordPlanMonth } from './record-plan-month.ts'

/** What may be lost between payment and here, and between subscription and here. */
export const paymentKinds = ['payment-of-unpaid-order'] as const
export const monthKinds = ['month-without-order'] as const

/**
 * Finds orders whose money payment has, and that are not paid here. Only a lost payment-succeeded leaves
 * one: the message died after all its retries, or was purged, or its queue was lost.
 */
export async function findUntoldPayments(
  told: ToldEvent[],
  heal: Heal<(typeof paymentKinds)[number]>,
  deps: Deps,
): Promise<void> {
  const payments = told.flatMap(({ type, data }) => (type === 'payment-succeeded' ? [data] : []))
  const ids = payments.map(({ orderId }) => orderId)
  const paid = await deps.orders.find({ _id: { $in: ids }, paidAt: { $exists: true } }, { _id: 1 }).lean()
  const known = new Set(paid.map(({ _id }) => String(_id)))
  for (const payment of payments) {
    const { orderId } = payment
    if (known.has(orderId)) continue
    await heal('payment-of-unpaid-order', { orderId }, () => markOrderPaid(payment, deps))
  }
}

/** Finds paid months of plans that have no order here, because subscription-created or -renewed was lost. */
export async function findUntoldMonths(
  told: ToldEvent[],
  heal: Heal<(typeof monthKinds)[number]>,
  deps: Deps,
): Promise<void> {
  const months = told.filter(
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
    await heal('month-without-order', about, () => recordPlanMonth(order, deps))
  }
}
