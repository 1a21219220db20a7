import { type ShipmentStats, shippingPromiseHours } from '@prankpost/contracts'
import type { Deps } from '../deps.ts'

const hourMs = 3_600_000
const maxOverdueShown = 20

/**
 * How many parcels are due, how many of them are overdue (24 hours after payment), and which shipments have waited
 * longest. Read from an index that contains only due shipments.
 */
export async function countDueParcels({ shipments }: Pick<Deps, 'shipments'>): Promise<ShipmentStats> {
  const promisedBefore = new Date(Date.now() - shippingPromiseHours * hourMs)
  const overdue = { $cond: [{ $lt: ['$dueSince', promisedBefore] }, '$parcelsDue', 0] }
  const [[sums], oldest] = await Promise.all([
    shipments.aggregate<{ parcelsDue: number; parcelsOverdue: number }>([
      { $match: { dueSince: { $gt: new Date(0) } } },
      { $group: { _id: null, parcelsDue: { $sum: '$parcelsDue' }, parcelsOverdue: { $sum: overdue } } },
    ]),
    shipments
      .find({ dueSince: { $lt: promisedBefore } }, { orderId: 1, plan: 1, parcelsDue: 1, paidAt: 1 })
      .sort({ dueSince: 1 })
      .limit(maxOverdueShown)
      .lean(),
  ])
  return {
    parcelsDue: sums?.parcelsDue ?? 0,
    parcelsOverdue: sums?.parcelsOverdue ?? 0,
    overdue: oldest.map(({ _id, orderId, plan, parcelsDue, paidAt }) => ({
      shipmentId: String(_id),
      orderId: orderId ?? null,
      stripeSubscriptionId: plan?.stripeSubscriptionId ?? null,
      parcelsDue: parcelsDue ?? 0,
      paidAt: paidAt.toISOString(),
    })),
  }
}
