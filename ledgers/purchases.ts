import type { Entry } from './comparison.ts'
import type { Comparer } from './evidence.ts'
import { byCertainty } from './people.ts'
import { keptCharges } from './stripe.ts'

/**
 * What people bought, at Stripe and in the order service: however often the button was clicked, one purchase is one
 * order, and one charge exactly if it was paid. Everything that Stripe was paid belongs to a purchase.
 */
export const comparePurchases: Comparer = ({ people, stripe, shop }) => {
  const purchases = [...people.purchases.values()]
  return [
    {
      name: 'charges at Stripe',
      ...byCertainty(
        purchases.map(({ tag, paid, totalCents }) => ({ done: paid, entry: [tag, { cents: totalCents }] })),
      ),
      actual: keptCharges(stripe).map(({ sessionId, purchase, amountCents }) => [
        purchase?.tag ?? `${sessionId} without a purchase`,
        { cents: amountCents },
      ]),
    },
    {
      name: 'plans at Stripe',
      ...byCertainty(
        [...people.plans.values()].map(({ sessionId, paid, amountCents }) => ({
          done: paid,
          entry: [sessionId, { cents: amountCents }],
        })),
      ),
      actual: [
        ...stripe.plans.map(
          ({ sessionId, months }): Entry => [sessionId, { cents: months[0]?.amountCents ?? null }],
        ),
        ...stripe.unknownPlans.map((sessionId): Entry => [sessionId, {}]),
      ],
    },
    {
      name: 'orders of purchases',
      ...byCertainty(
        purchases.map(({ tag, totalCents, ownerId, orderIds, sessionIds }) => ({
          done: orderIds.size > 0 || sessionIds.size > 0 ? 'sure' : 'unsure',
          entry: [tag, { cents: totalCents, ownerId }],
        })),
      ),
      actual: shop.orders
        .filter(({ type }) => type === 'once')
        .map(({ _id, customMessage, totalCents, ownerId }) => [
          customMessage ?? `order ${_id} without a purchase`,
          { cents: totalCents, ownerId },
        ]),
    },
  ]
}
