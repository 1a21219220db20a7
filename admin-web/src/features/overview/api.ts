import { type ReportName, type ReportPeriod, reportPeriods } from '@prankpost/contracts/constants'
import type { ShipmentStats } from '@prankpost/contracts/fulfilment'
import type { OrderStats } from '@prankpost/contracts/order'
import type { OrderTasks } from '@prankpost/contracts/refund'
import type { PlanReport, ReportRows, SalesReport } from '@prankpost/contracts/report'
import { type Guard, isRecord, listOf, nullable, number, oneOf, shape, text } from '@prankpost/web-kit'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { adminCall } from '../../lib/admin-call.ts'
import { centsOf } from '../../lib/amounts.ts'

/** The tile 'Last 30 days' needs this many days, independent of the range of the charts. */
const minDays = 30
const dayMs = 86_400_000

/** Polls every minute while the window is visible, and reads again when it gets the focus. */
const pollOptions = {
  staleTime: 30_000,
  refetchOnMount: true,
  refetchOnWindowFocus: true,
  refetchInterval: 60_000,
  refetchIntervalInBackground: false,
  placeholderData: keepPreviousData,
} as const

/** The sales of a day: what was paid on it, without what went back. */
export interface DaySales {
  day: string
  cents: number
  orders: number
}
/** The plans now, and those that started and ended on each day. */
export interface PlanFigures {
  active: number
  pastDue: number
  recurringCents: number
  byDay: { day: string; started: number; ended: number }[]
}

const period = { from: text, to: text }
const isSales = reportOf<SalesReport['items'][number]>({
  ...period,
  ...{ orders: number, planMonths: number, gross: text, discount: text, returned: text, revenue: text },
  ...{ averageOrder: nullable(text), refunds: number, refunded: text },
})
const isPlans = reportOf<PlanReport['items'][number]>({
  ...period,
  ...{ started: number, ended: number, active: number, pastDue: number, monthlyRecurringRevenue: text },
  ...{ churn: nullable(number), lifetimeValue: nullable(text) },
})
function reportOf<Row extends object>(row: { [F in keyof Row]-?: Guard<Row[F]> }) {
  return shape<Omit<SalesReport, 'items'> & { items: Row[] }>({
    ...period,
    by: oneOf(reportPeriods),
    items: listOf(shape<Row>(row)),
  })
}
const isOrderStats = shape<OrderStats>({ openOrders: isRecord as Guard<OrderStats['openOrders']> })
const isParcelStats = shape<ShipmentStats>({
  parcelsDue: number,
  parcelsOverdue: number,
  parcelsHeld: number,
  overdue: listOf(
    shape<ShipmentStats['overdue'][number]>({
      shipmentId: text,
      orderId: nullable(text),
      stripeSubscriptionId: nullable(text),
      parcelsDue: number,
      dueSince: text,
    }),
  ),
})

const isOrderTasks = shape<OrderTasks>({
  items: listOf(
    shape<OrderTasks['items'][number]>({
      kind: oneOf(['refund-failed', 'dispute-open']),
      orderId: text,
      orderNumber: text,
      amount: text,
      at: text,
      detail: nullable(text),
    }),
  ),
  total: number,
})

/** The first of this number of days that end today, UTC. */
export const firstOf = (days: number) => new Date(Date.now() - (days - 1) * dayMs).toISOString().slice(0, 10)

/** The sales of each of this number of days, at least 30. */
export function salesByDay(days: number) {
  const readDays = Math.max(days, minDays)
  return queryOptions({
    queryKey: ['overview', 'sales', readDays],
    queryFn: ({ signal }) =>
      adminCall('GET /api/admin/reports/sales', {
        query: { from: firstOf(readDays) },
        signal,
        expect: isSales,
      }),
    select: ({ items }): DaySales[] =>
      items.map(({ from, revenue, orders, planMonths }) => ({
        day: from,
        cents: centsOf(revenue),
        orders: orders + planMonths,
      })),
    ...pollOptions,
  })
}

/** The current plans, and those that started and ended in this number of days. */
export function planFigures(days: number) {
  return queryOptions({
    queryKey: ['overview', 'plans', days],
    queryFn: ({ signal }) =>
      adminCall('GET /api/admin/reports/plans', { query: { from: firstOf(days) }, signal, expect: isPlans }),
    select: ({ items }): PlanFigures => {
      const { active = 0, pastDue = 0, monthlyRecurringRevenue = '0.00' } = items.at(-1) ?? {}
      return {
        ...{ active, pastDue, recurringCents: centsOf(monthlyRecurringRevenue) },
        byDay: items.map(({ from, started, ended }) => ({ day: from, started, ended })),
      }
    },
    ...pollOptions,
  })
}

/** The orders that wait for something, by status. */
export const openOrders = queryOptions({
  queryKey: ['overview', 'orders'],
  queryFn: ({ signal }) => adminCall('GET /api/admin/order-stats', { signal, expect: isOrderStats }),
  select: ({ openOrders }) => openOrders,
  ...pollOptions,
})

/** The parcels that are due, and those that are overdue. */
export const parcelStats = queryOptions({
  queryKey: ['overview', 'parcels'],
  queryFn: ({ signal }) => adminCall('GET /api/admin/shipment-stats', { signal, expect: isParcelStats }),
  ...pollOptions,
})

/** The failed refunds that are not handled, and the open disputes. */
export const orderTasks = queryOptions({
  queryKey: ['overview', 'tasks'],
  queryFn: ({ signal }) => adminCall('GET /api/admin/order-tasks', { signal, expect: isOrderTasks }),
  ...pollOptions,
})

const isReport = shape<{ items: ReportRows[ReportName][] }>({
  items: listOf(isRecord as Guard<ReportRows[ReportName]>),
})

/** The days of a report, and what a row is about. */
export interface ReportQuery {
  from: string
  to: string
  by: ReportPeriod
}

/** A report. The answer names it, because the previous one is shown until it arrives. */
export const reportQuery = <R extends ReportName>(report: R, query: ReportQuery) =>
  queryOptions({
    queryKey: ['overview', 'report', report, query],
    queryFn: async ({ signal }) => {
      const { items } = await adminCall(`GET /api/admin/reports/${report as ReportName}`, {
        query,
        signal,
        expect: isReport as never,
      })
      return { report, by: query.by, items: items as ReportRows[R][] }
    },
    placeholderData: keepPreviousData,
  })

/** Returns a report as a file. */
export const reportExport = 'GET /api/admin/reports/:report/export'
