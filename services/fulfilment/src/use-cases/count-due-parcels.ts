import {
  type digestOfParcels,
  mostCounted,
  type ShipmentStats,
  shippingPromiseHours,
} from '@prankpost/contracts'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import { type Shipment, stateOrder } from '../shipment.model.ts'

const hourMs = 3_600_000
const maxOverdueShown = 20

/**
 * How many parcels are due, how many of them are overdue (24 hours after payment), how many are held, and which shipments have
 * waited longest. Read from an index that contains only due shipments.
 */
export async function countDueParcels({ shipments }: Pick<Deps, 'shipments'>): Promise<ShipmentStats> {
  const [sums, oldest] = await Promise.all([
    sumDueParcels({ shipments }),
    shipments.aggregate<Pick<Shipment, '_id' | 'orderId' | 'plan' | 'paidAt'> & { parcelsDue: number }>([
      { $match: { dueSince: { $lt: promisedBefore() } } },
      { $sort: { dueSince: 1 } },
      { $limit: mostCounted },
      {
        $project: { orderId: 1, plan: 1, paidAt: 1, parcelsDue: { $subtract: ['$parcelsDue', heldParcels] } },
      },
      { $match: { parcelsDue: { $gt: 0 } } },
      { $limit: maxOverdueShown },
    ]),
  ])
  return {
    parcelsDue: sums.toSend,
    parcelsOverdue: sums.overdue,
    parcelsHeld: sums.held,
    overdue: oldest.map(({ _id, orderId, plan, parcelsDue, paidAt }) => ({
      shipmentId: String(_id),
      orderId: orderId ?? null,
      stripeSubscriptionId: plan?.stripeSubscriptionId ?? null,
      parcelsDue,
      paidAt: paidAt.toISOString(),
    })),
  }
}

/**
 * How many parcels are to be sent, how many of them are overdue, and how many are held instead. The oldest `mostCounted`
 * shipments are summed, from the same index alone; what is held is found by the state of its row in the queue.
 */
export async function sumDueParcels({
  shipments,
}: Pick<Deps, 'shipments'>): Promise<z.output<typeof digestOfParcels>> {
  const due = { dueSince: { $gt: new Date(0) } }
  const isLate = { $lt: ['$dueSince', promisedBefore()] }
  const sum = (parcels: unknown) => ({
    $group: { _id: null, all: { $sum: parcels }, late: { $sum: { $cond: [isLate, parcels, 0] } } },
  })
  const [[unsent = nothing], [held = nothing]] = await Promise.all([
    shipments.aggregate<typeof nothing>([
      { $match: due },
      { $sort: { dueSince: 1 } },
      { $limit: mostCounted },
      sum('$parcelsDue'),
    ]),
    shipments
      .aggregate<typeof nothing>([
        { $match: { 'queue.state': 'held', ...due } },
        { $limit: mostCounted },
        sum(heldParcels),
      ])
      .hint(stateOrder),
  ])
  return {
    toSend: Math.max(0, unsent.all - held.all),
    overdue: Math.max(0, unsent.late - held.late),
    held: held.all,
  }
}

const nothing = { all: 0, late: 0 }

const promisedBefore = () => new Date(Date.now() - shippingPromiseHours * hourMs)

const heldIn = (list: string, sent: string) => ({
  $size: {
    $filter: {
      input: { $ifNull: [list, []] },
      cond: {
        $and: [
          { $gt: ['$$this.heldBecause', null] },
          { $lte: [`$$this.${sent}`, null] },
          { $lte: ['$$this.withdrawnAt', null] },
        ],
      },
    },
  },
})

/** The parcels of a shipment that an operator or a review holds. A drawn slot without a target is not one of them. */
const heldParcels = { $add: [heldIn('$parcels', 'shippedAt'), heldIn('$draw', 'parcelId')] }
