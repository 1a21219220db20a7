import { formatCents, type OrderStats, type OrderStatus, orderStatuses } from '@prankpost/contracts'
import { lastDays } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import { revenueIndex } from '../order.model.ts'

/** Statuses that count as revenue. */
const earning: OrderStatus[] = ['paid', 'processing', 'shipped', 'delivered']
/** A cancelled one-time order does not count as an order. A cancelled month of a plan was paid, so it counts. */
const isCancelled = { $and: [{ $eq: ['$status', 'cancelled'] }, { $eq: ['$type', 'once'] }] }
/** Orders without refunds do not have the field. */
const returned = { $ifNull: ['$returnedCents', { $cond: [isCancelled, '$totalCents', 0] }] }

interface Revenue {
  /** The day. */
  _id: string
  cents: number
  count: number
}

/**
 * Order statistics: the revenue of each of the last `days` days (UTC, including today), for one-time orders and plan
 * months together, and the number of orders by status. An order counts on the day it was paid, and only while its status
 * is a paid one. Refunds that are pending or succeeded and lost disputes reduce the revenue of that day; a refund of a
 * cancelled order that failed does not, because the money is still here. Indexes cover all queries.
 */
export async function readOrderStats(
  { days }: { days: number },
  { orders }: Pick<Deps, 'orders'>,
): Promise<OrderStats> {
  const dates = lastDays(days)
  const [revenue, counts] = await Promise.all([
    revenueSince(new Date(dates[0] ?? ''), orders),
    Promise.all(
      orderStatuses.map(async (status) => [status, await orders.countDocuments({ status })] as const),
    ),
  ])
  const byDay = new Map(revenue.map((one) => [one._id, one]))
  return {
    revenueByDay: dates.map((day) => {
      const { cents = 0, count = 0 } = byDay.get(day) ?? {}
      return { day, revenue: formatCents(cents), orders: count }
    }),
    ordersByStatus: Object.fromEntries(counts) as OrderStats['ordersByStatus'],
  }
}

const revenueSince = (since: Date, orders: Deps['orders']): Promise<Revenue[]> =>
  orders
    .aggregate<Revenue>([
      { $match: { paidAt: { $gte: since }, status: { $in: [...earning, 'cancelled'] } } },
      {
        $group: {
          _id: { $dateToString: { date: '$paidAt', format: '%Y-%m-%d' } },
          cents: { $sum: { $subtract: ['$totalCents', returned] } },
          count: { $sum: { $cond: [isCancelled, 0, 1] } },
        },
      },
    ])
    .hint(revenueIndex)
    .exec()
