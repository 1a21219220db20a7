import type { ShipmentStats } from '@prankpost/contracts/fulfilment'
import type { OrderStats } from '@prankpost/contracts/order'
import type { OrderTasks } from '@prankpost/contracts/refund'
import type { SubscriptionStats } from '@prankpost/contracts/subscription'
import { type Guard, isRecord, listOf, nullable, number, oneOf, shape, text } from '@prankpost/web-kit'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { adminCall } from '../../lib/admin-call.ts'

/** The tile 'Last 30 days' needs this many days, independent of the range of the charts. */
const minDays = 30

/** Polls every minute while the window is visible, and reads again when it gets the focus. */
const pollOptions = {
  staleTime: 30_000,
  refetchOnMount: true,
  refetchOnWindowFocus: true,
  refetchInterval: 60_000,
  refetchIntervalInBackground: false,
  placeholderData: keepPreviousData,
} as const

const isOrderStats = shape<OrderStats>({
  revenueByDay: listOf(
    shape<OrderStats['revenueByDay'][number]>({ day: text, revenue: text, orders: number }),
  ),
  ordersByStatus: isRecord as Guard<OrderStats['ordersByStatus']>,
})
const isPlanStats = shape<SubscriptionStats>({
  active: number,
  pastDue: number,
  cancelled: number,
  monthlyRecurringRevenue: text,
  byDay: listOf(shape<SubscriptionStats['byDay'][number]>({ day: text, started: number, ended: number })),
})
const isParcelStats = shape<ShipmentStats>({
  parcelsDue: number,
  parcelsOverdue: number,
  overdue: listOf(
    shape<ShipmentStats['overdue'][number]>({
      shipmentId: text,
      orderId: nullable(text),
      stripeSubscriptionId: nullable(text),
      parcelsDue: number,
      paidAt: text,
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

/** Revenue of this number of days, at least 30, and orders by status. */
export function orderStats(days: number) {
  const readDays = Math.max(days, minDays)
  return queryOptions({
    queryKey: ['overview', 'orders', readDays],
    queryFn: ({ signal }) =>
      adminCall('GET /api/admin/order-stats', { query: { days: readDays }, signal, expect: isOrderStats }),
    ...pollOptions,
  })
}

/** The current plans, and those that started and ended in this number of days. */
export function planStats(days: number) {
  return queryOptions({
    queryKey: ['overview', 'plans', days],
    queryFn: ({ signal }) =>
      adminCall('GET /api/admin/subscription-stats', { query: { days }, signal, expect: isPlanStats }),
    ...pollOptions,
  })
}

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
