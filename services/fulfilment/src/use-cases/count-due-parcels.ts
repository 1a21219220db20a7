import { type ShipmentStats, shippingPromiseHours } from '@prankpost/contracts'
import type { Deps } from '../deps.ts'

const hourMs = 3_600_000
const shownOverdue = 20

/**
 * How many parcels are due, how many of them should have left by now (24 hours after payment), and
 * which shipments have waited longest. Read from an index that holds nothing but what is due.
 */
export async function countDueParcels({ shipments }: Pick<Deps, 'shipments'>): Promise<ShipmentStats> {
  const promised = new Date(Date.now() - shippingPromiseHours * hourMs)
  const overdue = { $cond: [{ $lt: ['$dueSince', promised] }, '$parcelsDue', 0] }
  const [[sums], longest] = await Promise.all([
    shipments.aggregate<{ parcelsDue: number; parcelsOverdue: number }>([
      { $match: { dueSince: { $gt: new Date(0) } } },
      { $group: { _id: null, parcelsDue: { $sum: '$parcelsDue' }, parcelsOverdue: { $sum: overdue } } },
    ]),
    shipments
      .find({ dueSince: { $lt: promised } }, { orderId: 1, plan: 1, parcelsDue: 1, paidAt: 1 })
      .sort({ dueSince: 1 })
      .limit(shownOverdue)
      .lean(),
  ])
  return {
    parcelsDue: sums?.parcelsDue ?? 0,
    parcelsOverdue: sums?.parcelsOverdue ?? 0,
    overdue: longest.map(({ _id, orderId, plan, parcelsDue, paidAt }) => ({
      shipmentId: String(_id),
      orderId: orderId ?? null,
      stripeSubscriptionId: plan?.stripeSubscriptionId ?? null,
      parcelsDue: parcelsDue ?? 0,
      paidAt: paidAt.toISOString(),
    })),
  }
}
