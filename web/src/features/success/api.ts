import { call, shape, text } from '@prankpost/web-kit'

/** The payment that /success confirms, by its query: a one-time payment, a plan, or an invalid query. */
export type Payment =
  | { kind: 'order'; sessionId: string; orderId: string }
  | { kind: 'plan'; sessionId: string }
  | { kind: 'invalid' }

/** Parses the query of the address to which the payment provider returned the customer. */
export function paymentOf(search: URLSearchParams): Payment {
  const sessionId = search.get('session_id')
  const orderId = search.get('order_id')
  if (!sessionId) return { kind: 'invalid' }
  return orderId ? { kind: 'order', sessionId, orderId } : { kind: 'plan', sessionId }
}

/** Confirms the payment. Idempotent. Returns the id of the order or the plan. */
export async function confirmPayment(payment: Exclude<Payment, { kind: 'invalid' }>): Promise<string> {
  if (payment.kind === 'order') {
    const { sessionId, orderId } = payment
    const answer = await call('POST /api/confirm-payment-success', {
      body: { sessionId, orderId },
      expect: shape<{ orderId: string }>({ orderId: text }),
    })
    return answer.orderId
  }
  const answer = await call('POST /api/process-subscription-success', {
    body: { sessionId: payment.sessionId },
    expect: shape<{ subscriptionId: string }>({ subscriptionId: text }),
  })
  return answer.subscriptionId
}
