import type { KnownPlan } from '../../bench/proof/plan-books.ts'
import type { StatusGiven } from '../journal.ts'
import type { StoredOrder } from '../stores.ts'
import { type Charge, keptCharges } from '../stripe-books.ts'
import type { Evidence, LedgerMaker } from './evidence.ts'

/** Orders: one for each kept charge, and one for each paid month of a plan with the parcels that left. */
export const orderLedgers: LedgerMaker = (evidence) => {
  const { books, stores } = evidence
  const paid = stores.orders.filter(({ paidAt }) => paidAt !== undefined)
  const byId = new Map(paid.map((order) => [String(order._id), order]))
  const oncePerOrder = new Map(keptCharges(books).map((charge) => [charge.orderId, charge]))
  const left = parcelsLeft(evidence)
  return [
    {
      name: 'orders',
      expected: [...oncePerOrder].map(([id, charge]) => [
        id,
        expectedOrder(charge, byId.get(id), evidence.journal.statuses.get(id) ?? []),
      ]),
      actual: paid
        .filter(({ type }) => type === 'once')
        .map((order) => [
          String(order._id),
          {
            cents: order.totalCents,
            itemCents: sumOf(order.items),
            items: order.items.length,
            paymentIntentId: order.paymentIntentId,
            ownerId: order.ownerId,
            status: order.status,
            operator: storyOf(order, 'admin'),
            payment: storyOf(order, 'payment'),
            disorder: disorderOf(order),
          },
        ]),
    },
    {
      name: 'orders of months',
      expected: books.plans.flatMap(({ plan, paid: months }) =>
        months.map(({ id, amountCents, paymentIntentId, isFirst }) => [
          id,
          {
            ...{ paymentIntentId, ownerId: plan.ownerId, plan: plan.planId },
            cents: amountCents,
            type: isFirst ? 'subscription' : 'monthly',
            parcels: left.get(id)?.sort().join(' ') ?? '',
            status: statusOfMonth(left.get(id)?.length ?? 0, plan),
          },
        ]),
      ),
      actual: stores.orders
        .filter(({ type }) => type !== 'once')
        .map(({ invoiceId, paymentIntentId, ownerId, plan, totalCents, type, items, status }) => [
          String(invoiceId),
          {
            ...{ paymentIntentId, ownerId, plan: plan?.subscriptionId ?? null, type, status },
            cents: totalCents,
            parcels: items
              .map(({ id }) => id)
              .sort()
              .join(' '),
          },
        ]),
    },
  ]
}

/** The parcels of each month of a plan that left, by what fulfilment keeps. */
export function parcelsLeft({ stores }: Pick<Evidence, 'stores'>): Map<string, string[]> {
  return new Map(
    stores.shipments.flatMap(({ invoiceId, parcels }) =>
      invoiceId === undefined ? [] : [[invoiceId, parcels.map(({ id }) => id)]],
    ),
  )
}

/** The end of a plan closes its months. */
function statusOfMonth(left: number, { prankCount, endedBy }: KnownPlan) {
  if (endedBy !== null) return left === 0 ? 'cancelled' : 'shipped'
  return left === 0 ? 'paid' : left < prankCount ? 'processing' : 'shipped'
}

/** What the operator is not sure to have done counts where the order shows it. */
function expectedOrder(
  { purchase, amountCents, paymentIntentId }: Charge,
  order: StoredOrder | undefined,
  given: StatusGiven[],
) {
  const shown = order?.statusHistory.filter(({ actor }) => actor === 'admin').length ?? 0
  const done = given.filter(({ done }, n) => done === 'sure' || (done === 'unsure' && n < shown))
  return {
    cents: amountCents,
    itemCents: purchase ? sumOf(purchase.items) : null,
    items: purchase?.items.length ?? null,
    paymentIntentId,
    ownerId: purchase?.ownerId ?? null,
    status: done.at(-1)?.status ?? 'paid',
    operator: done.map(({ status }) => status).join(' '),
    payment: 'paid',
    disorder: '',
  }
}

/** What one actor made of an order. Its failures before the payment do not count. */
const storyOf = ({ statusHistory }: StoredOrder, wanted: string) =>
  statusHistory
    .filter(({ actor, status }) => actor === wanted && status !== 'payment_failed')
    .map(({ status }) => status)
    .join(' ')

/** What is wrong with the history of an order's statuses in itself; empty when nothing is. */
function disorderOf({ status, statusHistory }: StoredOrder): string {
  const wrong: string[] = []
  if (statusHistory[0]?.status !== 'pending') wrong.push('does not begin pending')
  if (statusHistory.at(-1)?.status !== status) wrong.push('does not end with its status')
  statusHistory.forEach((entry, n) => {
    const before = statusHistory[n - 1]
    if (before?.status === entry.status) wrong.push(`${entry.status} twice in a row`)
    if (before !== undefined && before.at > entry.at) wrong.push(`${entry.status} before its forerunner`)
  })
  return wrong.join(', ')
}

const sumOf = (items: { quantity: number; priceCents: number }[]) =>
  items.reduce((sum, { quantity, priceCents }) => sum + quantity * priceCents, 0)
