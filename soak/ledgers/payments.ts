import { keptCharges } from '../stripe-books.ts'
import type { LedgerMaker } from './evidence.ts'

/** Payment: every session that Stripe was paid, paid once in an order's life; what came on top was given back. */
export const paymentLedgers: LedgerMaker = ({ books, stores }) => {
  const kept = new Set(keptCharges(books).map(({ sessionId }) => sessionId))
  return [
    {
      name: 'payments',
      expected: books.charges.map(({ sessionId, orderId, amountCents, paymentIntentId }) => [
        sessionId,
        {
          ...{ orderId, paymentIntentId },
          cents: amountCents,
          status: kept.has(sessionId) ? 'paid' : 'refunded',
        },
      ]),
      actual: stores.payments.flatMap(({ _id, amountCents, sessions }) =>
        sessions
          .filter(({ status }) => ['paid', 'refund_due', 'refunded'].includes(status))
          .map(
            ({ id, status, paymentIntentId }) =>
              [String(id), { orderId: _id, paymentIntentId, cents: amountCents, status }] as const,
          ),
      ),
    },
  ]
}
