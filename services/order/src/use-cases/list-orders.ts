import { type AdminOrder, type OrderStatus, orderStatuses, parcelReference } from '@prankpost/contracts'
import { findListPage, invalid, searchFilter } from '@prankpost/service-kit'
import type { QueryFilter } from 'mongoose'
import type { Deps } from '../deps.ts'
import { hiddenFields, type ListedOrder, toAdminOrder } from '../order.dto.ts'
import type { Order, OrderModel } from '../order.model.ts'

export interface ListFilter {
  status?: string | undefined
  q?: string | undefined
  unpaid?: 'exclude' | undefined
}
interface ListOrdersInput extends ListFilter {
  limit: number
  cursor?: string | undefined
}

/**
 * The operator's list, newest first: `q` finds words that begin with what was typed in ids, names,
 * e-mails and targets, or the one order of a parcel's reference; `total` counts under it, up to `mostCounted`.
 * `unpaid: 'exclude'` leaves out orders that were never paid; without another filter its `total` is exact.
 * @throws 400 for an unknown status
 */
export async function listOrders(
  { limit, cursor, ...filter }: ListOrdersInput,
  { orders }: Pick<Deps, 'orders'>,
): Promise<{ items: AdminOrder[]; total: number; nextCursor: string | null }> {
  const { documents, ...page } = await findListPage<Order, ListedOrder>(orders, {
    filter: orderFilter(filter),
    limit,
    cursor,
    projection: hiddenFields,
    ...(filter.unpaid && !filter.status && !filter.q ? { count: () => countPaid(orders) } : {}),
  })
  const plans = await stripeSubscriptionsOf(documents, orders)
  return {
    items: documents.map((order) => toAdminOrder(order, plans.get(order.ownerId ?? '') ?? null)),
    ...page,
  }
}

/**
 * What the operator's list is narrowed to. An order was never paid while it has `unpaidUntil`, whatever its status.
 * @throws 400 for an unknown status
 */
export function orderFilter({ status, q, unpaid }: ListFilter): QueryFilter<Order> {
  if (status && !orderStatuses.some((known) => known === status)) throw invalid('There is no such status.')
  return {
    ...(status ? { status: status as OrderStatus } : {}),
    ...(unpaid === 'exclude' ? { unpaidUntil: null } : {}),
    ...wanted(q),
  } as QueryFilter<Order>
}

/** What the operator typed: the reference on a parcel's papers, in any case, or words. */
function wanted(q = ''): QueryFilter<Order> {
  const reference = parcelReference.safeParse(q.toUpperCase())
  return reference.success ? { 'references.reference': reference.data } : searchFilter(q)
}

/** All orders but the unpaid: those are few, so that this is exact and costs little, however many there are. */
async function countPaid(orders: OrderModel): Promise<number> {
  const [all, unpaid] = await Promise.all([
    orders.estimatedDocumentCount(),
    orders.countDocuments({ unpaidUntil: { $gt: new Date(0) } }),
  ])
  return all - unpaid
}

/** The provider's subscription id of each order's customer, where they ever had a plan: one query for a page. */
export async function stripeSubscriptionsOf(
  page: Pick<Order, 'ownerId'>[],
  orders: OrderModel,
): Promise<Map<string, string>> {
  const owners = [...new Set(page.map(({ ownerId }) => ownerId).filter((id) => id !== null))]
  if (owners.length === 0) return new Map()
  const months = await orders
    .find({ ownerId: { $in: owners }, type: 'subscription' }, { ownerId: 1, plan: 1 })
    .sort({ _id: 1 })
    .limit(1_000)
    .lean()
  return new Map(months.map(({ ownerId, plan }) => [String(ownerId), String(plan?.stripeSubscriptionId)]))
}
