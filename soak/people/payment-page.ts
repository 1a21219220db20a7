import type { Stack } from '@prankpost/test-harness'
import { createCaller, emptyTally } from './caller.ts'

/** The session as its page shows it. */
interface PaidSession {
  orderOrPlanId: string
  stripeSubscriptionId: string | null
}

/** Stripe's hosted page for customers. */
export interface PaymentPage {
  /** Pays; a repeat changes nothing. Null if the page answers that it is too late. @throws GaveUp */
  pay(sessionId: string): Promise<PaidSession | null>
  /** Pays with a card that is declined. @throws GaveUp */
  payDeclined(sessionId: string): Promise<void>
  /** Expires the session, as happens after a day. @throws GaveUp */
  expire(sessionId: string): Promise<void>
}

const declinedCard = '4000 0000 0000 0002'

/** The hosted page of the stack's sandbox. */
export function createPaymentPage({ sandboxUrl }: Pick<Stack, 'sandboxUrl'>): PaymentPage {
  const caller = createCaller(sandboxUrl, emptyTally())
  const press = (sessionId: string, button: 'complete' | 'expire', body: object = {}) =>
    caller.insist({ method: 'POST', path: `/test/checkout/sessions/${sessionId}/${button}`, body })
  return {
    async pay(sessionId) {
      const { status, body } = await press(sessionId, 'complete')
      if (status !== 200) return null
      return { orderOrPlanId: body.client_reference_id, stripeSubscriptionId: body.subscription }
    },
    async payDeclined(sessionId) {
      await press(sessionId, 'complete', { card: declinedCard })
    },
    async expire(sessionId) {
      await press(sessionId, 'expire')
    },
  }
}
