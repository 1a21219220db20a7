import { keptCharges } from '../stripe-books.ts'
import { bySureness, type LedgerMaker } from './evidence.ts'
import { parcelsLeft } from './orders.ts'

/**
 * Shipments: one for each paid order, gone exactly when the order says so; one for each paid month; and every
 * parcel of a plan that the operator sent, once, told to all who keep count of it.
 */
export const shipmentLedgers: LedgerMaker = ({ books, journal, stores }) => {
  const orders = new Map(stores.orders.map((order) => [String(order._id), order]))
  const paidOrders = new Map(keptCharges(books).map((charge) => [charge.orderId, charge]))
  const left = parcelsLeft({ stores })
  const isGone = (orderId: string) =>
    orders.get(orderId)?.statusHistory.some(({ status }) => status === 'shipped' || status === 'delivered')
  const months = books.plans.flatMap(({ plan, endedAt, paid }) =>
    paid.map((month) => ({ ...month, plan, isEnded: endedAt !== null })),
  )
  const planParcels = stores.shipments.flatMap(({ plan, parcels }) =>
    plan === undefined ? [] : parcels.map(({ id }) => ({ id, plan })),
  )
  return [
    {
      name: 'shipments of orders',
      expected: [...paidOrders].map(([orderId, { purchase }]) => {
        const items = purchase?.items.length ?? 0
        const gone = isGone(orderId)
        return [orderId, { parcels: items, left: gone ? items : 0, due: gone ? 0 : items }]
      }),
      actual: stores.shipments
        .filter(({ orderId }) => orderId !== undefined)
        .map(({ orderId, parcels, parcelsDue = 0 }) => [
          String(orderId),
          {
            parcels: new Set(parcels.map(({ id }) => id)).size,
            left: parcels.filter(({ shippedAt }) => shippedAt !== null).length,
            due: parcelsDue,
          },
        ]),
    },
    {
      name: 'shipments of months',
      expected: months.map(({ id, plan, isEnded }) => [
        id,
        {
          parcels: plan.prankCount,
          due: isEnded ? 0 : plan.prankCount - (left.get(id)?.length ?? 0),
          plan: plan.planId,
          ownerId: plan.ownerId,
        },
      ]),
      actual: stores.shipments
        .filter(({ invoiceId }) => invoiceId !== undefined)
        .map(({ invoiceId, parcelsTotal, parcelsDue = 0, plan, ownerId }) => [
          String(invoiceId),
          { parcels: parcelsTotal, due: parcelsDue, plan: plan?.subscriptionId ?? null, ownerId },
        ]),
    },
    {
      name: 'parcels of plans',
      ...bySureness(
        [...journal.parcels].map(([id, { stripeId, done }]) => ({ done, entry: [id, { plan: stripeId }] })),
      ),
      actual: planParcels.map(({ id, plan }) => [id, { plan: plan.stripeSubscriptionId }]),
    },
    {
      name: 'parcels in the logs',
      expected: planParcels.map(({ id, plan }) => [id, { plan: plan.subscriptionId }]),
      actual: stores.loggedParcels.map(({ subscriptionId, metadata }) => [
        metadata.parcelId,
        { plan: subscriptionId },
      ]),
    },
    {
      name: 'parcels of months in subscription',
      expected: months.map(({ id }) => [id, { left: left.get(id)?.length ?? 0 }]),
      actual: stores.plans.flatMap((plan) =>
        plan.months.map(({ invoiceId, parcelsShipped }) => [invoiceId, { left: parcelsShipped }] as const),
      ),
    },
  ]
}
