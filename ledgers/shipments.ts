import type { Db } from 'mongodb'
import { iso, readDocuments } from './documents.ts'
import type { Comparer } from './evidence.ts'
import { byCertainty } from './people.ts'
import type { ShopLedgers } from './shop.ts'
import { monthEntries } from './stripe.ts'
import { withdrawnParcels } from './withdrawn-parcels.ts'

/** A shipment of an order or of a month of a plan as the fulfilment service stores it. */
export interface StoredShipment {
  orderId?: string
  invoiceId?: string
  ownerId: string | null
  plan?: { subscriptionId: string; stripeSubscriptionId: string; periodStart: Date }
  paidAt: Date
  parcels: { id: string; shippedAt: Date | null; withdrawnAt?: Date | null; printedAt?: Date | null }[]
  parcelsTotal: number
  parcelsDue?: number
  disputes?: { status: string }[]
}

export const readShipments = (database: Db) =>
  readDocuments<StoredShipment>(database, 'shipments', [
    ...(['orderId', 'invoiceId', 'ownerId', 'plan', 'paidAt'] as const),
    ...(['parcels', 'parcelsTotal', 'parcelsDue', 'disputes'] as const),
  ])

/** The parcels of each month of a plan that left, by invoice. */
export const parcelsLeft = ({ shipments }: Pick<ShopLedgers, 'shipments'>): Map<string, string[]> =>
  new Map(
    shipments.flatMap(({ invoiceId, parcels }) =>
      invoiceId === undefined ? [] : [[invoiceId, parcels.map(({ id }) => id)]],
    ),
  )

/** One shipment for each paid month, with as many parcels as were paid for; every parcel of a plan that was shipped, once. */
export const compareShipments: Comparer = ({ people, stripe, shop }) => {
  const left = parcelsLeft(shop)
  const withdrawn = withdrawnParcels({ stripe, shop })
  return [
    {
      name: 'shipments of months',
      expected: monthEntries(stripe, ({ id, periodStart, paidAt, prankCount, paymentIntentId }, plan) => {
        const unsent = prankCount - (left.get(id)?.length ?? 0) - (withdrawn.get(id) ?? 0)
        const isHeld = (people.disputes.get(paymentIntentId) ?? 'won') !== 'won'
        return {
          ...{ periodStart, paidAt, plan: plan.planId, ownerId: plan.ownerId, parcels: prankCount },
          due: isHeld ? 0 : unsent,
        }
      }),
      actual: shop.shipments
        .filter(({ orderId }) => orderId === undefined)
        .map(({ invoiceId, ownerId, plan, paidAt, parcelsTotal, parcelsDue = 0 }) => [
          String(invoiceId),
          {
            ...{ ownerId, parcels: parcelsTotal, due: parcelsDue, plan: plan?.subscriptionId ?? null },
            periodStart: iso(plan?.periodStart),
            paidAt: iso(paidAt),
          },
        ]),
    },
    {
      name: 'parcels of plans',
      ...byCertainty(
        [...people.parcels].map(([id, { stripeId, done }]) => ({ done, entry: [id, { plan: stripeId }] })),
      ),
      actual: planParcels(shop).map(({ id, plan }) => [id, { plan: plan.stripeSubscriptionId }]),
    },
  ]
}

/** Every shipped parcel of a plan. */
export const planParcels = ({ shipments }: Pick<ShopLedgers, 'shipments'>) =>
  shipments.flatMap(({ plan, parcels }) =>
    plan === undefined ? [] : parcels.map(({ id }) => ({ id, plan })),
  )
