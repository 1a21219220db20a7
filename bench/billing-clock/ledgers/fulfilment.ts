import { iso, type LedgerReader, ofMonths } from '../../proof/entries.ts'

interface StoredShipment {
  invoiceId: string
  ownerId: string
  plan?: { subscriptionId: string; periodStart: Date }
  paidAt: Date
  parcelsTotal: number
  parcelsDue?: number
}

/** Fulfilment: one shipment for each paid month, with as many parcels as the plan has pranks. */
export const readFulfilment: LedgerReader = async (books, database) => {
  const found = await database.collection<StoredShipment>('shipments').find().toArray()
  return [
    {
      name: 'shipments',
      expected: ofMonths(books, ({ periodStart, paidAt }, { plan }) => ({
        ...{ periodStart, paidAt },
        parcels: plan.prankCount,
        // Nobody ships here: all of a plan that runs is due, nothing of one that has ended.
        due: plan.endedBy === null ? plan.prankCount : 0,
        plan: plan.planId,
        ownerId: plan.ownerId,
      })),
      actual: found.map(({ invoiceId, ownerId, plan, paidAt, parcelsTotal, parcelsDue = 0 }) => [
        invoiceId,
        {
          periodStart: iso(plan?.periodStart),
          paidAt: iso(paidAt),
          parcels: parcelsTotal,
          due: parcelsDue,
          plan: plan?.subscriptionId ?? null,
          ownerId,
        },
      ]),
    },
  ]
}
