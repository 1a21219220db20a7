import type { Entry } from './comparison.ts'
import type { Comparer } from './evidence.ts'
import { paidOnce, type StoredOrder } from './orders.ts'
import { byCertainty } from './people.ts'
import { keptCharges, type StripeLedger } from './stripe.ts'
import { withdrawnParcels } from './withdrawn-parcels.ts'

/**
 * Every refund at Stripe is known to payment and to order with the same amount, what people asked for was refunded once,
 * and so were the unsent parcels of a plan that ended. Every parcel is either sent or withdrawn, and what was paid for a
 * withdrawn one is refunded.
 */
export const compareRefunds: Comparer = ({ people, stripe, shop }) => {
  const atStripe = refundsAtStripe(stripe)
  const orders = paidOnce(shop.orders)
  const withdrawn = withdrawnParcels({ stripe, shop })
  return [
    {
      name: 'refunds in payment',
      expected: atStripe,
      actual: shop.payments.flatMap(({ _id, refunds = [] }) =>
        refunds
          .filter(({ status }) => status !== 'failed')
          .map(
            ({ refundId, stripeRefundId, amountCents }): Entry => [
              String(stripeRefundId),
              { of: _id, cents: amountCents, refundId },
            ],
          ),
      ),
    },
    {
      name: 'refunds in order',
      expected: atStripe,
      actual: shop.orders.flatMap((order) =>
        notFailed(order).map(
          ({ id, stripeRefundId, amountCents }): Entry => [
            String(stripeRefundId),
            {
              of: order.plan?.subscriptionId ?? String(order._id),
              cents: amountCents,
              refundId: id === stripeRefundId ? null : id,
            },
          ],
        ),
      ),
    },
    {
      name: 'unsent parcels of ended plans',
      expected: stripe.plans.flatMap(({ months }) =>
        months.flatMap(({ id, amountCents, prankCount }): Entry[] => {
          const cents = Math.round((amountCents * (withdrawn.get(id) ?? 0)) / prankCount)
          return cents > 0 ? [[id, { cents }]] : []
        }),
      ),
      actual: stripe.plans.flatMap(({ months }) =>
        months.flatMap(({ id, refunds }) => refunds.map(({ cents }): Entry => [id, { cents }])),
      ),
    },
    {
      name: 'refunds of the operator',
      ...byCertainty(
        [...people.refunds].map(([key, { orderId, cents, done }]) => ({
          done,
          entry: [key, { orderId, cents }],
        })),
      ),
      actual: orders.flatMap((order) =>
        (order.refunds ?? []).flatMap(({ key, amountCents }): Entry[] =>
          key === undefined ? [] : [[key, { orderId: String(order._id), cents: amountCents }]],
        ),
      ),
    },
    {
      name: 'cancelled orders',
      ...byCertainty(
        [...people.cancellations].map(([orderId, { by, done }]) => ({ done, entry: [orderId, { by }] })),
      ),
      actual: orders.flatMap(({ _id, cancellation }): Entry[] =>
        cancellation === undefined ? [] : [[String(_id), { by: cancellation.by }]],
      ),
    },
    {
      name: 'parcels sent or withdrawn',
      expected: orders.map(({ _id }) => [
        String(_id),
        { both: 0, isRefundedTooMuch: 0, isRefundedTooLittle: 0 },
      ]),
      actual: orders.map((order) => [
        String(order._id),
        {
          both: bothOf(order),
          isRefundedTooMuch: Number(refundedOf(order) > order.totalCents),
          isRefundedTooLittle: Number(isRefundedTooLittle(order)),
        },
      ]),
    },
  ]
}

function refundsAtStripe(stripe: StripeLedger): Entry[] {
  const paid = [
    ...keptCharges(stripe).map(({ orderId, refunds }) => ({ of: orderId, refunds })),
    ...stripe.plans.flatMap(({ planId, months }) => months.map(({ refunds }) => ({ of: planId, refunds }))),
  ]
  return paid.flatMap(({ of, refunds }) =>
    refunds.map(({ id, refundId, cents }): Entry => [id, { of, cents, refundId }]),
  )
}

const notFailed = ({ refunds = [] }: StoredOrder) => refunds.filter(({ status }) => status !== 'failed')

const refundedOf = (order: StoredOrder) =>
  notFailed(order).reduce((sum, { amountCents }) => sum + amountCents, 0)

const bothOf = ({ items }: StoredOrder) =>
  items.filter(({ shippedAt, withdrawnAt }) => shippedAt !== null && withdrawnAt).length

/** Less than was paid for its withdrawn parcels. A refund that failed is a task of the operator. */
function isRefundedTooLittle(order: StoredOrder): boolean {
  const withdrawn = order.items.filter(({ withdrawnAt }) => withdrawnAt)
  const cents = withdrawn.reduce((sum, { quantity, priceCents }) => sum + quantity * priceCents, 0)
  return refundedOf(order) < cents && notFailed(order).length === (order.refunds ?? []).length
}
