import type { Comparison, Entry } from './comparison.ts'
import { paidOnce } from './orders.ts'
import { planParcels } from './shipments.ts'
import type { ShopLedgers } from './shop.ts'

/**
 * The ledgers of the services compared with each other, without Stripe: every parcel is known to order, fulfilment,
 * subscription, the log and achievement, once, and all of them agree whether it left. Holds for a restored shop, too.
 */
export function compareServices(shop: ShopLedgers): Comparison[] {
  const once = paidOnce(shop.orders)
  const months = shop.orders.filter(({ type }) => type !== 'once')
  const ofOrders = shop.shipments.filter(({ orderId }) => orderId !== undefined)
  const ofMonths = shop.shipments.filter(({ orderId }) => orderId === undefined)
  return [
    {
      name: 'shipments of orders',
      expected: once.map(({ _id, items }) => [
        String(_id),
        factsOf(items.map((item) => ({ ...item, id: `${_id}-${item.id}` }))),
      ]),
      actual: ofOrders.map(({ orderId, parcels, parcelsDue = 0 }) => [
        String(orderId),
        { ...factsOf(parcels), due: parcelsDue },
      ]),
    },
    {
      name: 'parcels of months in subscription',
      expected: shop.plans.flatMap(({ months }) =>
        months.map(({ invoiceId, parcelsShipped }): Entry => [invoiceId, { left: parcelsShipped }]),
      ),
      actual: ofMonths.map(({ invoiceId, parcels }) => [String(invoiceId), { left: parcels.length }]),
    },
    {
      name: 'parcels of months in order',
      expected: months.map(({ invoiceId, items }) => [String(invoiceId), { parcels: idsOf(items) }]),
      actual: ofMonths.map(({ invoiceId, parcels }) => [String(invoiceId), { parcels: idsOf(parcels) }]),
    },
    {
      name: 'parcels in the logs',
      expected: planParcels(shop).map(({ id, plan }) => [id, { plan: plan.subscriptionId }]),
      actual: shop.planLog
        .filter(({ metadata }) => metadata.event === 'prank-shipped')
        .map(({ subscriptionId, metadata }) => [String(metadata.parcelId), { plan: subscriptionId }]),
    },
    {
      name: 'pranks in achievement',
      expected: [
        ...once.flatMap(({ _id, ownerId, items }) =>
          items.map(({ id }): Entry => [`${_id}-${id}`, { ownerId }]),
        ),
        ...months.flatMap(({ ownerId, items }) => items.map(({ id }): Entry => [id, { ownerId }])),
      ],
      actual: shop.progress
        .filter(({ track }) => track === 'prank')
        .map(({ _id, ownerId }) => [_id.slice('prank:'.length), { ownerId }]),
    },
  ]
}

const idsOf = (parcels: { id: string }[]) =>
  parcels
    .map(({ id }) => id)
    .sort()
    .join(' ')

function factsOf(parcels: { id: string; shippedAt: Date | null; withdrawnAt?: Date | null }[]) {
  const left = parcels.filter(({ shippedAt }) => shippedAt !== null)
  const due = parcels.filter(({ shippedAt, withdrawnAt }) => shippedAt === null && !withdrawnAt)
  return { parcels: idsOf(parcels), left: idsOf(left), due: due.length }
}
