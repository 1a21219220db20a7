import { iso, type LedgerReader, ofMonths, ofPlans } from '../entries.ts'

interface StoredPayment {
  _id: string
  kind: string
  paidSessionId: string | null
  stripeSubscriptionId: string
  invoices: { id: string; paid: boolean }[]
  endedAt: Date | null
  endedBy: string | null
  outbox: unknown[]
}

/** Payment: which invoices were paid, and how a plan ended. */
export const readPayment: LedgerReader = async (books, database) => {
  const found = await database
    .collection<StoredPayment>('payments')
    .find({ kind: 'plan', paidSessionId: { $type: 'string' } })
    .toArray()
  return [
    {
      name: 'months in payment',
      expected: ofMonths(books, (_month, { plan }) => ({ plan: plan.planId })),
      actual: found.flatMap(({ _id, invoices }) =>
        invoices.filter(({ paid }) => paid).map(({ id }) => [id, { plan: _id }] as const),
      ),
    },
    {
      name: 'plans in payment',
      expected: ofPlans(books, ({ plan, endedAt }) => ({
        stripeId: plan.stripeId,
        endedAt,
        endedBy: plan.endedBy,
        unreported: 0,
      })),
      actual: found.map(({ _id, stripeSubscriptionId, endedAt, endedBy, outbox }) => [
        _id,
        { stripeId: stripeSubscriptionId, endedAt: iso(endedAt), endedBy, unreported: outbox.length },
      ]),
    },
  ]
}
