import type { SharedStack } from '@prankpost/test-harness'
import type Stripe from 'stripe'

/** The sandbox's state, as Stripe's objects. */
export interface SandboxState {
  sessions: Stripe.Checkout.Session[]
  refunds: Stripe.Refund[]
  events: Stripe.Event[]
  deliveries: { event?: string; status?: string }[]
}

/** The payment provider in a test: pays, sends webhooks on request, shows its ledgers. */
export function sandboxOf({ sandboxUrl }: Pick<SharedStack, 'sandboxUrl'>) {
  const post = async (path: string, body: unknown = {}) => {
    const response = await fetch(sandboxUrl + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { status: response.status, body: await response.json() }
  }
  return {
    /** Pays a session as the customer would on the hosted page. */
    async pay(sessionId: string, card?: string, at?: Date) {
      return post(`/test/checkout/sessions/${sessionId}/complete`, { card, at })
    },
    /** Calls an endpoint for tests. */
    post,
    expire: (sessionId: string) => post(`/test/checkout/sessions/${sessionId}/expire`),
    /** Bills a plan's next month, or the open one once more: paid, or refused by the bank. */
    bill: (stripeSubscriptionId: string, how: 'renew' | 'fail-renewal') =>
      post(`/test/subscriptions/${stripeSubscriptionId}/${how}`),
    /** Replaces the default card of a customer, as on the page of the billing portal. */
    replaceCard: (customerId: string, card = '4242424242424242') =>
      post(`/test/customers/${customerId}/card`, { card }),
    /** Lets the customer's bank open a dispute about a payment. */
    dispute: (paymentIntentId: string, reason: string) =>
      post(`/test/payments/${paymentIntentId}/dispute`, { reason }),
    /** Lets the bank decide a dispute. */
    closeDispute: (disputeId: string, won: boolean) => post(`/test/disputes/${disputeId}/close`, { won }),
    chaos: (settings: { duplicates?: number; shuffle?: boolean; dropPercent?: number; delayMs?: number }) =>
      post('/test/webhooks/chaos', {
        duplicates: 0,
        shuffle: false,
        dropPercent: 0,
        delayMs: 0,
        ...settings,
      }),
    async state(): Promise<SandboxState> {
      return (await fetch(`${sandboxUrl}/test/state`)).json() as Promise<SandboxState>
    },
  }
}
