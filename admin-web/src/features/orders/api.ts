import type { BodyIn } from '@prankpost/contracts/api'
import type { AdminOrder } from '@prankpost/contracts/order'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { orderStatuses } from '../../components/statuses.ts'
import { adminCall, adminFile } from '../../lib/admin-call.ts'
import {
  freshOnMount,
  hitsQuery,
  listedItems,
  patchListed,
  refreshOf,
  resourceList,
} from '../../lib/admin-list.ts'
import { lastChoice } from './unpaid-choice.ts'

const endpoint = 'GET /api/admin/orders'
const orderKey = (id: string) => ['orders', 'one', id] as const

/** A status that the operator can set. */
export type SettableStatus = BodyIn<'PATCH /api/admin/orders/:id/status'>['status']

/** The list of orders. Unpaid ones are not counted while they are hidden. */
export const { count: ordersCount, page: ordersList } = resourceList('orders', endpoint, () => ({
  unpaid: lastChoice.get() === 'exclude' ? 'exclude' : undefined,
}))

/** Orders for the command bar. */
export const orderHits = hitsQuery('orders', endpoint, (order) => ({
  id: order.id,
  title: `Order ${order.orderNumber}`,
  detail: [orderStatuses[order.status].label, order.user?.email ?? order.customerEmail ?? order.customerName]
    .filter(Boolean)
    .join(', '),
  params: { order: order.id },
}))

/** One order; null if it does not exist. The version of a cached list is shown until it is loaded. */
export function orderQuery(id: string, queryClient: QueryClient) {
  return queryOptions({
    queryKey: orderKey(id),
    queryFn: async ({ signal }): Promise<AdminOrder | null> => {
      const { items } = await adminCall(endpoint, { query: { q: id, limit: 1 }, signal })
      return items.find((order) => order.id === id) ?? null
    },
    initialData: () => listedItems<AdminOrder>(queryClient, 'orders').find((order) => order.id === id),
    initialDataUpdatedAt: 0,
    ...freshOnMount,
  })
}

/** Sets an order's status. The request is completed even if the page is closed. */
export const setStatus = (id: string, body: BodyIn<'PATCH /api/admin/orders/:id/status'>) =>
  adminCall('PATCH /api/admin/orders/:id/status', { params: { id }, body, keepalive: true })

/** Sets one status on several orders independently; the response contains the result of each order. */
export const setStatuses = (orders: readonly AdminOrder[], status: SettableStatus) => {
  const seen = Object.fromEntries(orders.map((order) => [order.id, order.status]))
  const body = { orderIds: orders.map(({ id }) => id), status, seen }
  return adminCall('POST /api/admin/orders/status', { body, keepalive: true })
}

/** What the operator can ask to refund. */
export type RefundRequest = BodyIn<'POST /api/admin/orders/:id/refunds'>

/** Refunds a part or all of an order. A repeated call with the same key returns the first refund. */
export const refundOrder = (id: string, body: RefundRequest, idempotencyKey: string) =>
  adminCall('POST /api/admin/orders/:id/refunds', {
    params: { id },
    body,
    headers: { 'idempotency-key': idempotencyKey },
    keepalive: true,
  })

/** Cancels a one-time order and refunds what was not sent. A repeated call returns the same. */
export const cancelOrder = (id: string, reason: string) =>
  adminCall('POST /api/admin/orders/:id/cancel', { params: { id }, body: { reason }, keepalive: true })

/** Marks a failed refund as handled. */
export const resolveRefund = (id: string, refundId: string) =>
  adminCall('PATCH /api/admin/orders/:id/refunds/:refundId', {
    params: { id, refundId },
    body: { resolved: true },
    keepalive: true,
  })

/** A change of a parcel's tracking. */
export type TrackingPatch = BodyIn<'PATCH /api/admin/orders/:id/items/:itemId'>

/** Sets the carrier and tracking number of a parcel, or that it was delivered. */
export const changeTracking = (id: string, itemId: string, body: TrackingPatch) =>
  adminCall('PATCH /api/admin/orders/:id/items/:itemId', { params: { id, itemId }, body, keepalive: true })

/** A PDF with one page for each parcel, in the given order. */
export const readParcelDocument = (body: BodyIn<'POST /api/admin/parcel-documents'>) =>
  adminFile('POST /api/admin/parcel-documents', { body })

/** Changes orders in all cached queries. */
export function patchOrders(queryClient: QueryClient, patches: Map<string, Partial<AdminOrder>>) {
  const patched = (order: AdminOrder) => ({ ...order, ...patches.get(order.id) })
  patchListed(queryClient, 'orders', patched)
  for (const id of patches.keys()) {
    queryClient.setQueryData<AdminOrder | null>(orderKey(id), (order) => order && patched(order))
  }
}

/** Reads all data about orders again: lists, count, details and the figures of the overview. */
export const refreshOrders = refreshOf('orders', 'overview')
