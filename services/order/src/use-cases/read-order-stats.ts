import { formatCents, type OrderStats, type OrderStatus, orderStatuses } from '@prankpost/contracts'
import { lastDays } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'

/** Statuses of orders whose money is there to stay. */
const earning: OrderStatus[] = ['paid', 'processing', 'shipped', 'delivered']

/**
 * Orders in figures: what each of the last `days` days (UTC, today included) brought, one-time orders
 * and plan months together, and all orders by status. An order counts on the day it was paid, and only
 * while its status says that it still is. Both come from indexes alone: of 100,000 orders a year costs the
 * database about 0.2 s, a month a quarter of that.
 */
export async function readOrderStats(
  { days }: { days: number },
  { orders }: Pick<Deps, 'orders'>,
): Promise<OrderStats> {
  const wanted = lastDays(days)
  const [revenue, counts] = await Promise.all([revenueSince(wanted[0] ?? '', orders), countByStatus(orders)])
  const byDay = new Map(revenue.map((one) => [one._id, one]))
  return {
    revenueByDay: wanted.map((day) => {
      const { cents = 0, count = 0 } = byDay.get(day) ?? {}
      return { day, revenue: formatCents(cents), orders: count }
    }),
    ordersByStatus: counts,
  }
}

const revenueSince = (day: string, orders: Deps['orders']) =>
  orders
    .aggregate<{ _id: string; cents: number; count: number }>([
      { $match: { paidAt: { $gte: new Date(day) }, status: { $in: earning } } },
      {
        $group: {
          _id: { $dateToString: { date: '$paidAt', format: '%Y-%m-%d' } },
          cents: { $sum: '$totalCents' },
          count: { $sum: 1 },
        },
      },
    ])
    .hint({ paidAt: 1, status: 1, totalCents: 1 })

async function countByStatus(orders: Deps['orders']): Promise<OrderStats['ordersByStatus']> {
  const counted = await Promise.all(orderStatuses.map((status) => orders.countDocuments({ status })))
  const entries = orderStatuses.map((status, index) => [status, counted[index] ?? 0] as const)
  return Object.fromEntries(entries) as OrderStats['ordersByStatus']
}
