import { call, shape, text } from '@prankpost/web-kit'

/** What /success stands for, by its query: a one-time payment, a plan, or nothing that can be confirmed. */
export type Payment =
  | { kind: 'order'; sessionId: string; orderId: string }
  | { kind: 'plan'; sessionId: string }
  | { kind: 'invalid' }

/** Reads the address that the payment provider sent the customer back to. */
export function paymentOf(search: URLSearchParams): Payment {
  const sessionId = search.get('session_id')
  const orderId = search.get('order_id')
  if (!sessionId) return { kind: 'invalid' }
  return orderId ? { kind: 'order', sessionId, orderId } : { kind: 'plan', sessionId }
}

/** Confirms the payment; a repeat answers the same. Gives the order's or the plan's id. */
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
