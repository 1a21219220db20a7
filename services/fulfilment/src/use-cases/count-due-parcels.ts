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
 * How many parcels are due, how many of them are overdue (24 hours after they became due), how many are held, and which
 * shipments have waited longest. Read from an index that contains only due shipments.
 */
export async function countDueParcels({ shipments }: Pick<Deps, 'shipments'>): Promise<ShipmentStats> {
  const [sums, oldest] = await Promise.all([
    sumDueParcels({ shipments }),
    shipments.aggregate<Pick<Shipment, '_id' | 'orderId' | 'plan'> & { dueSince: Date; parcelsDue: number }>([
      { $match: { dueSince: { $lt: promisedBefore() } } },
      { $sort: { dueSince: 1 } },
      { $limit: mostCounted },
      {
        $project: {
          orderId: 1,
          plan: 1,
          dueSince: 1,
          parcelsDue: { $subtract: ['$parcelsDue', heldParcels] },
        },
      },
      { $match: { parcelsDue: { $gt: 0 } } },
      { $limit: maxOverdueShown },
    ]),
  ])
  return {
    parcelsDue: sums.toSend,
    parcelsOverdue: sums.overdue,
    parcelsHeld: sums.held,
    overdue: oldest.map(({ _id, orderId, plan, parcelsDue, dueSince }) => ({
      shipmentId: String(_id),
      orderId: orderId ?? null,
      stripeSubscriptionId: plan?.stripeSubscriptionId ?? null,
      parcelsDue,
      dueSince: dueSince.toISOString(),
    })),
  }
}

/** The figures of the digest: parcels that are planned for a later day are not to be sent yet. */
export async function digestParcels(
  deps: Pick<Deps, 'shipments'>,
): Promise<z.output<typeof digestOfParcels>> {
  const { toSendNow, overdue, held } = await sumDueParcels(deps)
  return { toSend: toSendNow, overdue, held }
}

/**
 * How many parcels are to be sent, how many of them by now, how many are overdue, and how many are held instead. The oldest
 * `mostCounted` shipments are summed, from the same index alone; what is held is found by the state of its row in the queue.
 */
async function sumDueParcels({ shipments }: Pick<Deps, 'shipments'>) {
  const due = { dueSince: { $gt: new Date(0) } }
  const isNow = { $lte: ['$dueSince', new Date()] }
  const isLate = { $lt: ['$dueSince', promisedBefore()] }
  const sum = (parcels: unknown) => ({
    $group: {
      _id: null,
      all: { $sum: parcels },
      now: { $sum: { $cond: [isNow, parcels, 0] } },
      late: { $sum: { $cond: [isLate, parcels, 0] } },
    },
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
    toSendNow: Math.max(0, unsent.now - held.now),
    overdue: Math.max(0, unsent.late - held.late),
    held: held.all,
  }
}

const nothing = { all: 0, now: 0, late: 0 }

const promisedBefore = () => new Date(Date.now() - shippingPromiseHours * hourMs)

const isHeld = { $gt: ['$$this.heldBecause', null] }
const hasNoTarget = { $lte: ['$$this.contactId', null] }

const unsentIn = (list: string, sent: string, held: object) => ({
  $size: {
    $filter: {
      input: { $ifNull: [list, []] },
      cond: {
        $and: [held, { $lte: [`$$this.${sent}`, null] }, { $lte: ['$$this.withdrawnAt', null] }],
      },
    },
  },
})

/**
 * The parcels of a shipment that are held, as in the queue: by an operator or a review, or because no operator can send a
 * drawn slot whose customer has no target.
 */
const heldParcels = {
  $add: [
    unsentIn('$parcels', 'shippedAt', isHeld),
    unsentIn('$draw', 'parcelId', { $or: [isHeld, hasNoTarget] }),
  ],
}
