import type { Stack } from '@prankpost/test-harness'
import { createCaller, emptyTally } from './caller.ts'

/** The session as its page knows it. */
interface PaidSession {
  orderOrPlanId: string
  stripeSubscriptionId: string | null
}

/** Stripe's page, as customers see it. */
export interface PaymentPage {
  /** Pays; pressing again changes nothing. Null when the page says that it is too late. @throws GaveUp */
  pay(sessionId: string): Promise<PaidSession | null>
  /** Tries with a card that is declined. @throws GaveUp */
  payInVain(sessionId: string): Promise<void>
  /** Lets the session run out, as it would after a day. @throws GaveUp */
  runOut(sessionId: string): Promise<void>
}

const declinedCard = '4000 0000 0000 0002'

/** The hosted page of the stack's sandbox. */
export function createPaymentPage({ sandboxUrl }: Pick<Stack, 'sandboxUrl'>): PaymentPage {
  const caller = createCaller(sandboxUrl, emptyTally())
  const press = (sessionId: string, lever: 'complete' | 'expire', body: object = {}) =>
    caller.insist({ method: 'POST', path: `/test/checkout/sessions/${sessionId}/${lever}`, body })
  return {
    async pay(sessionId) {
      const { status, body } = await press(sessionId, 'complete')
      if (status !== 200) return null
      return { orderOrPlanId: body.client_reference_id, stripeSubscriptionId: body.subscription }
    },
    async payInVain(sessionId) {
      await press(sessionId, 'complete', { card: declinedCard })
    },
    async runOut(sessionId) {
      await press(sessionId, 'expire')
    },
  }
}
