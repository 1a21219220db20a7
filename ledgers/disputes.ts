import type { Entry } from './comparison.ts'
import type { Comparer } from './evidence.ts'

/** Order and fulfilment know every dispute about a month of a plan once, in its newest status. */
export const compareDisputes: Comparer = ({ people, stripe, shop }) => {
  const expected = [...people.disputes].map(([intent, status]): Entry => [intent, { status }])
  const months = stripe.plans.flatMap(({ months }) => months)
  const intentOf = new Map(months.map(({ id, paymentIntentId }) => [id, paymentIntentId]))
  return [
    {
      name: 'disputes in order',
      expected,
      actual: shop.orders.flatMap(({ paymentIntentId, disputes = [] }) =>
        disputes.map(({ status }): Entry => [String(paymentIntentId), { status }]),
      ),
    },
    {
      name: 'disputes in fulfilment',
      expected,
      actual: shop.shipments.flatMap(({ invoiceId = '', disputes = [] }) =>
        disputes.map(({ status }): Entry => [intentOf.get(invoiceId) ?? invoiceId, { status }]),
      ),
    },
  ]
}
