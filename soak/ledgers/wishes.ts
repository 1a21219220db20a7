import type { Entry } from '../../bench/proof/compare.ts'
import { keptCharges } from '../stripe-books.ts'
import { bySureness, type LedgerMaker } from './evidence.ts'

/**
 * What people wanted, against Stripe and the orders: however often somebody clicked, one wish is one order,
 * and one charge exactly when they paid. Everything that Stripe was paid is somebody's wish.
 */
export const wishLedgers: LedgerMaker = ({ books, journal, stores }) => {
  const wishes = [...journal.purchases.values()]
  const plans = [...journal.plans.values()]
  return [
    {
      name: 'charges at Stripe',
      ...bySureness(
        wishes.map(({ tag, paid, totalCents }) => ({ done: paid, entry: [tag, { cents: totalCents }] })),
      ),
      actual: keptCharges(books).map(({ sessionId, purchase, amountCents, refundedCents }) => [
        purchase?.tag ?? `${sessionId} of nobody`,
        { cents: amountCents - refundedCents },
      ]),
    },
    {
      name: 'plans at Stripe',
      ...bySureness(
        plans.map(({ sessionId, paid, amountCents }) => ({
          done: paid,
          entry: [sessionId, { cents: amountCents }],
        })),
      ),
      actual: [
        ...books.plans.map(
          ({ sessionId, paid }): Entry => [sessionId, { cents: paid[0]?.amountCents ?? null }],
        ),
        ...books.strangers.map((sessionId): Entry => [sessionId, {}]),
      ],
    },
    {
      name: 'orders of wishes',
      ...bySureness(
        wishes.map(({ tag, totalCents, ownerId, orderIds, sessionIds }) => ({
          done: orderIds.size > 0 || sessionIds.size > 0 ? 'sure' : 'unsure',
          entry: [tag, { cents: totalCents, ownerId }],
        })),
      ),
      actual: stores.orders
        .filter(({ type }) => type === 'once')
        .map(({ _id, customMessage, totalCents, ownerId }) => [
          customMessage ?? `order ${_id} without a wish`,
          { cents: totalCents, ownerId },
        ]),
    },
  ]
}
