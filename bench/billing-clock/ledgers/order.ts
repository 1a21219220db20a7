import { iso, type LedgerReader, ofMonths } from '../../proof/entries.ts'

interface StoredOrder {
  invoiceId: string
  type: string
  status: string
  ownerId: string
  totalCents: number
  paymentIntentId: string | null
  paidAt: Date
  plan: { subscriptionId: string; stripeSubscriptionId: string } | null
}

/** Order: one order for each paid month, its first one told apart from the others. */
export const readOrder: LedgerReader = async (books, database) => {
  const projection = { items: 0, searchTerms: 0, statusHistory: 0 }
  const found = await database.collection<StoredOrder>('orders').find({}, { projection }).toArray()
  return [
    {
      name: 'orders',
      expected: ofMonths(books, ({ isFirst, amountCents, paidAt, paymentIntentId }, { plan }) => ({
        ...{ amountCents, paidAt, paymentIntentId },
        type: isFirst ? 'subscription' : 'monthly',
        // Nothing is shipped here: the end of a plan cancels all its months.
        status: plan.endedBy === null ? 'paid' : 'cancelled',
        plan: plan.planId,
        stripeId: plan.stripeId,
        ownerId: plan.ownerId,
      })),
      actual: found.map(({ invoiceId, type, status, ownerId, paymentIntentId, ...order }) => [
        invoiceId,
        {
          ...{ type, status, ownerId, paymentIntentId },
          amountCents: order.totalCents,
          paidAt: iso(order.paidAt),
          plan: order.plan?.subscriptionId ?? null,
          stripeId: order.plan?.stripeSubscriptionId ?? null,
        },
      ]),
    },
  ]
}
