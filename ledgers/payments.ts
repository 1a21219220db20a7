import type { Db } from 'mongodb'
import { iso, readDocuments } from './documents.ts'
import type { Comparer } from './evidence.ts'
import { keptCharges, monthEntries, planEntries } from './stripe.ts'

/** A payment of an order or a plan as the payment service stores it. */
export interface StoredPayment {
  _id: string
  kind: 'order' | 'plan'
  amountCents: number
  sessions: { id: string | null; status: string; paymentIntentId: string | null }[]
  paidSessionId: string | null
  stripeSubscriptionId?: string
  invoices: { id: string; paid: boolean }[]
  refunds?: {
    refundId: string | null
    stripeRefundId: string | null
    amountCents: number
    status: string
  }[]
  endedAt: Date | null
  endedBy: string | null
  outbox: unknown[]
}

export const readPayments = (database: Db) =>
  readDocuments<StoredPayment>(database, 'payments', [
    ...(['kind', 'amountCents', 'sessions', 'paidSessionId', 'stripeSubscriptionId'] as const),
    ...(['invoices', 'refunds', 'endedAt', 'endedBy', 'outbox'] as const),
  ])

/** Every paid session of an order, once, the surplus ones refunded; every paid month and the end of each plan. */
export const comparePayments: Comparer = ({ stripe, shop: { payments } }) => {
  const kept = new Set(keptCharges(stripe).map(({ sessionId }) => sessionId))
  const ofPlans = payments.filter(({ kind, paidSessionId }) => kind === 'plan' && paidSessionId !== null)
  return [
    {
      name: 'payments',
      expected: stripe.charges.map(({ sessionId, orderId, amountCents, paymentIntentId }) => [
        sessionId,
        {
          ...{ orderId, paymentIntentId },
          cents: amountCents,
          status: kept.has(sessionId) ? 'paid' : 'refunded',
        },
      ]),
      actual: payments
        .filter(({ kind }) => kind === 'order')
        .flatMap(({ _id, amountCents, sessions }) =>
          sessions
            .filter(({ status }) => ['paid', 'refund_due', 'refunded'].includes(status))
            .map(
              ({ id, status, paymentIntentId }) =>
                [String(id), { orderId: _id, paymentIntentId, cents: amountCents, status }] as const,
            ),
        ),
    },
    {
      name: 'months in payment',
      expected: monthEntries(stripe, (_month, { planId }) => ({ plan: planId })),
      actual: ofPlans.flatMap(({ _id, invoices }) =>
        invoices.filter(({ paid }) => paid).map(({ id }) => [id, { plan: _id }] as const),
      ),
    },
    {
      name: 'plans in payment',
      expected: planEntries(stripe, ({ stripeId, endedAt, endedBy }) => ({
        ...{ stripeId, endedAt, endedBy, unpublished: 0 },
      })),
      actual: ofPlans.map(({ _id, stripeSubscriptionId = null, endedAt, endedBy, outbox }) => [
        _id,
        { stripeId: stripeSubscriptionId, endedAt: iso(endedAt), endedBy, unpublished: outbox.length },
      ]),
    },
  ]
}
