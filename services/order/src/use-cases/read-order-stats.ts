import { formatCents, type OrderStats, type OrderStatus, orderStatuses } from '@prankpost/contracts'
import { lastDays, rememberBriefly } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'

/** Statuses of orders whose money is there to stay. */
const earning: OrderStatus[] = ['paid', 'processing', 'shipped', 'delivered']

/** From so many on, what a year brought and how many orders have a status is not read anew for each who asks. */
const largeFrom = 10_000
const yearKeptMs = 10 * 60_000
const countKeptMs = 60_000
/** Longer charts are put together from what is remembered of a year. */
const longFromDays = 32
const yearDays = 366
/** Today and yesterday are read anew in any case: that is where orders are paid. */
const freshDays = 2

interface Revenue {
  /** The day. */
  _id: string
  cents: number
  count: number
}

/**
 * Orders in figures: what each of the last `days` days (UTC, today included) brought, one-time orders
 * and plan months together, and all orders by status. An order counts on the day it was paid, and only
 * while its status says that it still is. All of it comes from indexes alone. In a large shop, where a year is a
 * second's work for the database, the days before yesterday of a chart over months are up to 10 minutes old, and
 * counts from 10,000 on up to one.
 */
export function createOrderStats({ orders }: Pick<Deps, 'orders'>): (days: number) => Promise<OrderStats> {
  const pastYear = rememberBriefly(
    (today: string) => revenueOf({ $gte: daysBefore(today, yearDays - 1), $lt: freshFrom(today) }, orders),
    { keepMsOf: (days) => (sumOf(days) < largeFrom ? 0 : yearKeptMs) },
  )
  const countOf = rememberBriefly((status: OrderStatus) => orders.countDocuments({ status }).exec(), {
    keepMsOf: (count) => (count < largeFrom ? 0 : countKeptMs),
  })
  const revenueSince = async (wanted: string[], today: string) => {
    if (wanted.length < longFromDays) return revenueOf({ $gte: new Date(wanted[0] ?? today) }, orders)
    const parts = await Promise.all([pastYear(today), revenueOf({ $gte: freshFrom(today) }, orders)])
    return parts.flat()
  }

  return async (days) => {
    const wanted = lastDays(days)
    const today = wanted.at(-1) ?? ''
    const [revenue, counts] = await Promise.all([
      revenueSince(wanted, today),
      Promise.all(orderStatuses.map(async (status) => [status, await countOf(status)] as const)),
    ])
    const byDay = new Map(revenue.map((one) => [one._id, one]))
    return {
      revenueByDay: wanted.map((day) => {
        const { cents = 0, count = 0 } = byDay.get(day) ?? {}
        return { day, revenue: formatCents(cents), orders: count }
      }),
      ordersByStatus: Object.fromEntries(counts) as OrderStats['ordersByStatus'],
    }
  }
}

const daysBefore = (today: string, days: number) => new Date(Date.parse(today) - days * 86_400_000)
const freshFrom = (today: string) => daysBefore(today, freshDays - 1)
const sumOf = (days: Revenue[]) => days.reduce((sum, { count }) => sum + count, 0)

const revenueOf = (paidAt: { $gte: Date; $lt?: Date }, orders: Deps['orders']): Promise<Revenue[]> =>
  orders
    .aggregate<Revenue>([
      { $match: { paidAt, status: { $in: earning } } },
      {
        $group: {
          _id: { $dateToString: { date: '$paidAt', format: '%Y-%m-%d' } },
          cents: { $sum: '$totalCents' },
          count: { $sum: 1 },
        },
      },
    ])
    .hint({ paidAt: 1, status: 1, totalCents: 1 })
    .exec()
