import type { ShipmentStats } from '@prankpost/contracts/fulfilment'
import type { OrderStats } from '@prankpost/contracts/order'
import type { PlanReport, SalesReport } from '@prankpost/contracts/report'

const lastDay = Date.UTC(2026, 10, 21)
const dayMs = 24 * 60 * 60 * 1000

/** The calendar days up to 2026-11-21, the oldest first. */
const daysOf = (count: number) =>
  Array.from({ length: count }, (_, i) =>
    new Date(lastDay - (count - 1 - i) * dayMs).toISOString().slice(0, 10),
  )

/** How many days a call asks for: from the given first day until today. */
const daysAsked = (query: URLSearchParams) =>
  Math.floor((Date.now() - Date.parse(query.get('from') ?? '')) / dayMs) + 1

/** The report of sales that a call asks for: the functions return dollars and orders of each day; 0 is today. */
export const salesOf = (
  query: URLSearchParams,
  revenue: (ago: number) => string = () => '0.00',
  orders: (ago: number) => number = () => 0,
): SalesReport =>
  reportOf(query, (ago) => ({
    orders: orders(ago),
    planMonths: 0,
    ...{ gross: '0.00', discount: '0.00', returned: '0.00', revenue: revenue(ago) },
    ...{ averageOrder: null, refunds: 0, refunded: '0.00' },
  }))

/** The same for plans: those that run now, and those that started and ended on each day. */
export const plansOf = (
  query: URLSearchParams,
  part: Partial<PlanReport['items'][number]> = {},
  perDay: (ago: number) => { started: number; ended: number } = () => ({ started: 0, ended: 0 }),
): PlanReport =>
  reportOf(query, (ago) => ({
    ...{ active: 0, pastDue: 0, monthlyRecurringRevenue: '0.00', churn: null, lifetimeValue: null },
    ...perDay(ago),
    ...part,
  }))

function reportOf<Row>(query: URLSearchParams, rowOf: (ago: number) => Row) {
  const days = daysOf(daysAsked(query))
  const items = days.map((day, i) => ({ from: day, to: day, ...rowOf(days.length - 1 - i) }))
  return { from: days[0] ?? '', to: days.at(-1) ?? '', by: 'day' as const, items }
}

/** The open orders by status. */
export const openOrdersOf = (byStatus: Partial<OrderStats['openOrders']> = {}): OrderStats => ({
  openOrders: { pending: 0, paid: 0, payment_failed: 0, processing: 0, ...byStatus },
})

export const noParcels: ShipmentStats = { parcelsDue: 0, parcelsOverdue: 0, parcelsHeld: 0, overdue: [] }

/** The figures of an empty shop, by endpoint. */
export const noFigures: Record<string, (query: URLSearchParams) => object> = {
  'GET /api/admin/order-stats': () => openOrdersOf(),
  'GET /api/admin/reports/sales': (query) => salesOf(query),
  'GET /api/admin/reports/plans': (query) => plansOf(query),
  'GET /api/admin/shipment-stats': () => noParcels,
  'GET /api/admin/order-tasks': () => ({ items: [], total: 0 }),
}
