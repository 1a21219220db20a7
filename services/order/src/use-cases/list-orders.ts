import { type AdminOrder, type OrderStatus, orderStatuses } from '@prankpost/contracts'
import { invalid, searchFilter } from '@prankpost/service-kit'
import type { QueryFilter } from 'mongoose'
import type { Deps } from '../deps.ts'
import { toAdminOrder } from '../order.dto.ts'
import type { Order, OrderModel } from '../order.model.ts'

interface ListOrdersInput {
  limit: number
  cursor?: string | undefined
  status?: string | undefined
  q?: string | undefined
}

type OrderFilter = Pick<QueryFilter<Order>, 'status' | 'searchTerms'>

const hiddenFields = { outbox: 0, outboxDueAt: 0, searchTerms: 0 } as const

/**
 * The operator's list, newest first: `q` finds words that begin with what was typed in ids, names,
 * e-mails and targets; `total` counts under the filter.
 * @throws 400 for an unknown status
 */
export async function listOrders(
  { limit, cursor, status, q }: ListOrdersInput,
  { orders }: Deps,
): Promise<{ items: AdminOrder[]; total: number; nextCursor: string | null }> {
  if (status && !orderStatuses.some((known) => known === status)) throw invalid('There is no such status.')
  const filter: OrderFilter = { ...(status ? { status: status as OrderStatus } : {}), ...searchFilter(q) }
  const page = cursor ? { ...filter, _id: { $lt: cursor } } : filter
  const [total, found] = await Promise.all([
    Object.keys(filter).length === 0 ? orders.estimatedDocumentCount() : orders.countDocuments(filter),
    orders
      .find(page, hiddenFields)
      .sort({ _id: -1 })
      .limit(limit + 1)
      .lean(),
  ])
  const items = found.slice(0, limit)
  const plans = await stripeSubscriptionsOf(items, orders)
  return {
    items: items.map((order) => toAdminOrder(order, plans.get(order.ownerId ?? '') ?? null)),
    total,
    nextCursor: found.length > limit ? String(items.at(-1)?._id) : null,
  }
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
