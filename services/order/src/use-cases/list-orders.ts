import {
  type AnswerOf,
  type OrderStatus,
  orderStatuses,
  parcelReference,
  type QueryOf,
} from '@prankpost/contracts'
import { findListPage, invalid, searchFilter } from '@prankpost/service-kit'
import type { QueryFilter } from 'mongoose'
import type { Deps } from '../deps.ts'
import { hiddenFields, type ListedOrder, toAdminOrder } from '../order.dto.ts'
import type { Order, OrderModel } from '../order.model.ts'

/**
 * The operator's list, newest first. `q` matches the beginning of words in ids, names, e-mails and targets, or the
 * reference of a parcel. `total` counts the matching orders, up to `mostCounted`. `unpaid: 'exclude'` leaves out orders
 * that were never paid; without another filter its `total` is exact.
 * @throws 400 for an unknown status
 */
export async function listOrders(
  { limit, cursor, ...filter }: QueryOf<'GET /api/admin/orders'>,
  { orders }: Pick<Deps, 'orders'>,
): Promise<AnswerOf<'GET /api/admin/orders'>> {
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
 * The database filter of the operator's list and its export. An order that has `unpaidUntil` was never paid,
 * whatever its status.
 * @throws 400 for an unknown status
 */
export function orderFilter({
  status,
  q,
  unpaid,
}: QueryOf<'GET /api/admin/orders/export'>): QueryFilter<Order> {
  if (status && !orderStatuses.some((known) => known === status)) throw invalid('There is no such status.')
  return {
    ...(status ? { status: status as OrderStatus } : {}),
    ...(unpaid === 'exclude' ? { unpaidUntil: null } : {}),
    ...searchCondition(q),
  } as QueryFilter<Order>
}

/** Searches for a parcel's reference, in upper or lower case, or for words. */
function searchCondition(q = ''): QueryFilter<Order> {
  const reference = parcelReference.safeParse(q.toUpperCase())
  return reference.success ? { 'references.reference': reference.data } : searchFilter(q)
}

/**
 * All orders minus the unpaid ones. The unpaid ones are few, so the count is exact and cheap for any number of orders.
 */
async function countPaid(orders: OrderModel): Promise<number> {
  const [all, unpaid] = await Promise.all([
    orders.estimatedDocumentCount(),
    orders.countDocuments({ unpaidUntil: { $gt: new Date(0) } }),
  ])
  return all - unpaid
}

/** Stripe's subscription id of each customer who ever had a plan, by customer: one query for a page. */
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
