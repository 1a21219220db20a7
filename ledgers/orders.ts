import type { Db } from 'mongodb'
import { iso, readDocuments } from './documents.ts'
import type { Comparer } from './evidence.ts'
import type { Cancellation, StatusGiven } from './people.ts'
import { parcelsLeft } from './shipments.ts'
import { type Charge, keptCharges, monthEntries } from './stripe.ts'
import { withdrawnParcels } from './withdrawn-parcels.ts'

/** An order as the order service stores it. */
export interface StoredOrder {
  _id: unknown
  ownerId: string | null
  type: 'once' | 'subscription' | 'monthly'
  status: string
  totalCents: number
  paymentIntentId: string | null
  customMessage: string | null
  paidAt?: Date
  invoiceId?: string
  plan: { subscriptionId: string; stripeSubscriptionId: string } | null
  items: {
    id: string
    quantity: number
    priceCents: number
    shippedAt: Date | null
    withdrawnAt?: Date | null
    heldBecause?: string | null
    refused?: object
  }[]
  refunds?: {
    id: string
    amountCents: number
    status: string
    stripeRefundId: string | null
    key?: string
  }[]
  disputes?: { status: string }[]
  cancellation?: { by: string }
  statusHistory: { status: string; at: Date; actor: string }[]
}

export const readOrders = (database: Db) =>
  readDocuments<StoredOrder>(database, 'orders', [
    ...(['ownerId', 'type', 'status', 'totalCents', 'paymentIntentId', 'customMessage'] as const),
    ...(['paidAt', 'invoiceId', 'plan', 'items', 'statusHistory'] as const),
    ...(['refunds', 'disputes', 'cancellation'] as const),
  ])

/** The one-time orders that were paid. */
export const paidOnce = (orders: StoredOrder[]) =>
  orders.filter(({ type, paidAt }) => type === 'once' && paidAt !== undefined)

/** One order for each kept charge, as bought and as the operator moved it; one for each paid month of a plan. */
export const compareOrders: Comparer = ({ people, stripe, shop }) => {
  const paid = new Map(paidOnce(shop.orders).map((order) => [String(order._id), order]))
  const charged = new Map(keptCharges(stripe).map((charge) => [charge.orderId, charge]))
  const left = parcelsLeft(shop)
  const withdrawn = withdrawnParcels({ stripe, shop })
  return [
    {
      name: 'orders',
      expected: [...charged].map(([id, charge]) => [
        id,
        expectedOrder(charge, paid.get(id), {
          given: people.statuses.get(id) ?? [],
          cancellation: people.cancellations.get(id),
        }),
      ]),
      actual: [...paid].map(([id, order]) => [
        id,
        {
          cents: order.totalCents,
          itemCents: sumOf(order.items),
          items: order.items.length,
          paymentIntentId: order.paymentIntentId,
          ownerId: order.ownerId,
          status: order.status,
          left: order.items.filter(({ shippedAt }) => shippedAt !== null).length,
          operator: statusesBy('admin', order),
          payment: statusesBy('payment', order),
          disorder: disorderOf(order),
        },
      ]),
    },
    {
      name: 'orders of months',
      expected: monthEntries(stripe, ({ id, isFirst, ...month }, plan) => ({
        ...{ ownerId: plan.ownerId, plan: plan.planId, stripeId: plan.stripeId },
        ...{ paidAt: month.paidAt, paymentIntentId: month.paymentIntentId, cents: month.amountCents },
        type: isFirst ? 'subscription' : 'monthly',
        status: statusOfMonth({
          left: left.get(id)?.length ?? 0,
          isClosed: withdrawn.has(id) || people.disputes.get(month.paymentIntentId) === 'lost',
          prankCount: month.prankCount,
        }),
      })),
      actual: shop.orders
        .filter(({ type }) => type !== 'once')
        .map(({ invoiceId, paidAt, paymentIntentId, ownerId, plan, totalCents, type, status }) => [
          String(invoiceId),
          {
            ...{ paidAt: iso(paidAt), paymentIntentId, ownerId, type, status },
            plan: plan?.subscriptionId ?? null,
            stripeId: plan?.stripeSubscriptionId ?? null,
            cents: totalCents,
          },
        ]),
    },
  ]
}

/** The end of a plan closes its months, unless their parcels are still sent, and a lost dispute closes its month. */
function statusOfMonth(month: { left: number; isClosed: boolean; prankCount: number }) {
  const { left, isClosed, prankCount } = month
  if (isClosed) return left === 0 ? 'cancelled' : 'shipped'
  return left === 0 ? 'paid' : left < prankCount ? 'processing' : 'shipped'
}

/** What people did that may have had no answer counts if the order shows it. */
function expectedOrder(
  { purchase, amountCents, paymentIntentId }: Charge,
  order: StoredOrder | undefined,
  { given, cancellation }: { given: StatusGiven[]; cancellation: Cancellation | undefined },
) {
  const shown = order?.statusHistory.filter(({ actor }) => actor === 'admin').length ?? 0
  const done = given.filter(({ done }, n) => done === 'sure' || (done === 'unsure' && n < shown))
  const { done: cancelled = 'not done', by } = cancellation ?? {}
  const isCancelled = cancelled === 'sure' || (cancelled === 'unsure' && order?.cancellation !== undefined)
  const statuses = [
    ...done.map(({ status }) => status),
    ...(isCancelled && by === 'operator' ? ['cancelled'] : []),
  ]
  const hasLeft = done.some(({ status }) => status === 'shipped' || status === 'delivered')
  return {
    cents: amountCents,
    itemCents: purchase ? sumOf(purchase.items) : null,
    items: purchase?.items.length ?? null,
    paymentIntentId,
    ownerId: purchase?.ownerId ?? null,
    status: isCancelled ? 'cancelled' : (done.at(-1)?.status ?? 'paid'),
    left: hasLeft ? (purchase?.items.length ?? null) : 0,
    operator: statuses.join(' '),
    payment: 'paid',
    disorder: '',
  }
}

/** The statuses that one actor set. Failures before the payment do not count. */
const statusesBy = (wanted: string, { statusHistory }: StoredOrder) =>
  statusHistory
    .filter(({ actor, status }) => actor === wanted && status !== 'payment_failed')
    .map(({ status }) => status)
    .join(' ')

/** What is wrong with the status history in itself; empty when nothing is. */
function disorderOf({ status, statusHistory }: StoredOrder): string {
  const wrong: string[] = []
  if (statusHistory[0]?.status !== 'pending') wrong.push('does not begin pending')
  if (statusHistory.at(-1)?.status !== status) wrong.push('does not end with its status')
  statusHistory.forEach((entry, n) => {
    const before = statusHistory[n - 1]
    if (before?.status === entry.status) wrong.push(`${entry.status} twice in a row`)
    if (before !== undefined && before.at > entry.at) wrong.push(`${entry.status} before its predecessor`)
  })
  return wrong.join(', ')
}

const sumOf = (items: { quantity: number; priceCents: number }[]) =>
  items.reduce((sum, { quantity, priceCents }) => sum + quantity * priceCents, 0)
