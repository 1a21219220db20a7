import { type digestOfParcels, type ShipmentStats, shippingPromiseHours } from '@prankpost/contracts'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'

const hourMs = 3_600_000
const maxOverdueShown = 20

/**
 * How many parcels are due, how many of them are overdue (24 hours after payment), and which shipments have waited
 * longest. Read from an index that contains only due shipments.
 */
export async function countDueParcels({ shipments }: Pick<Deps, 'shipments'>): Promise<ShipmentStats> {
  const [sums, oldest] = await Promise.all([
    sumDueParcels({ shipments }),
    shipments
      .find({ dueSince: { $lt: promisedBefore() } }, { orderId: 1, plan: 1, parcelsDue: 1, paidAt: 1 })
      .sort({ dueSince: 1 })
      .limit(maxOverdueShown)
      .lean(),
  ])
  return {
    parcelsDue: sums.toSend,
    parcelsOverdue: sums.overdue,
    overdue: oldest.map(({ _id, orderId, plan, parcelsDue, paidAt }) => ({
      shipmentId: String(_id),
      orderId: orderId ?? null,
      stripeSubscriptionId: plan?.stripeSubscriptionId ?? null,
      parcelsDue: parcelsDue ?? 0,
      paidAt: paidAt.toISOString(),
    })),
  }
}

/** How many parcels are to be sent, and how many of them are overdue, from the same index alone. */
export async function sumDueParcels({
  shipments,
}: Pick<Deps, 'shipments'>): Promise<z.output<typeof digestOfParcels>> {
  const overdue = { $cond: [{ $lt: ['$dueSince', promisedBefore()] }, '$parcelsDue', 0] }
  const [sums] = await shipments.aggregate<{ toSend: number; overdue: number }>([
    { $match: { dueSince: { $gt: new Date(0) } } },
    { $group: { _id: null, toSend: { $sum: '$parcelsDue' }, overdue: { $sum: overdue } } },
  ])
  return { toSend: sums?.toSend ?? 0, overdue: sums?.overdue ?? 0 }
}

const promisedBefore = () => new Date(Date.now() - shippingPromiseHours * hourMs)
