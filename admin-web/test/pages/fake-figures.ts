import type { ShipmentStats } from '@prankpost/contracts/fulfilment'
import type { OrderStats } from '@prankpost/contracts/order'
import type { SubscriptionStats } from '@prankpost/contracts/subscription'

const lastDay = Date.UTC(2026, 10, 21)
const dayMs = 24 * 60 * 60 * 1000

/** The calendar days up to 2026-11-21, the oldest first. */
const daysOf = (count: number) =>
  Array.from({ length: count }, (_, i) =>
    new Date(lastDay - (count - 1 - i) * dayMs).toISOString().slice(0, 10),
  )

/** A shop's order figures: the functions return dollars and orders of each day; 0 is today. */
export const orderStatsOf = (
  days: number,
  revenue: (ago: number) => string = () => '0.00',
  orders: (ago: number) => number = () => 0,
  byStatus: Partial<OrderStats['ordersByStatus']> = {},
): OrderStats => ({
  revenueByDay: daysOf(days).map((day, i) => ({
    day,
    revenue: revenue(days - 1 - i),
    orders: orders(days - 1 - i),
  })),
  ordersByStatus: {
    pending: 0,
    paid: 0,
    payment_failed: 0,
    processing: 0,
    shipped: 0,
    delivered: 0,
    cancelled: 0,
    ...byStatus,
  },
})

/** The same for plans. */
export const planStatsOf = (
  days: number,
  part: Partial<SubscriptionStats> = {},
  perDay: (ago: number) => { started: number; ended: number } = () => ({ started: 0, ended: 0 }),
): SubscriptionStats => ({
  active: 0,
  pastDue: 0,
  cancelled: 0,
  monthlyRecurringRevenue: '0.00',
  byDay: daysOf(days).map((day, i) => ({ day, ...perDay(days - 1 - i) })),
  ...part,
})

export const noParcels: ShipmentStats = { parcelsDue: 0, parcelsOverdue: 0, overdue: [] }

/** The figures of an empty shop, by endpoint. */
export const noFigures: Record<string, (query: URLSearchParams) => object> = {
  'GET /api/admin/order-stats': (query) => orderStatsOf(Number(query.get('days') ?? 30)),
  'GET /api/admin/subscription-stats': (query) => planStatsOf(Number(query.get('days') ?? 30)),
  'GET /api/admin/shipment-stats': () => noParcels,
  'GET /api/admin/order-tasks': () => ({ items: [], total: 0 }),
}
