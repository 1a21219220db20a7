import type { SharedStack } from '@prankpost/test-harness'
import type Stripe from 'stripe'

const timeoutMs = 30_000

export type StripeSandbox = ReturnType<typeof openStripeSandbox>

/** Calls the sandbox: its endpoints for tests move simulated time, Stripe's own endpoints are read for its ledger. */
export function openStripeSandbox({ sandboxUrl }: Pick<SharedStack, 'sandboxUrl'>) {
  async function call<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(sandboxUrl + path, {
      method,
      signal: AbortSignal.timeout(timeoutMs),
      headers: { authorization: 'Bearer sk_test_ledgers', 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response.json() as Promise<T>
  }
  const bill = (how: string) => (id: string, at: Date) =>
    call<Stripe.Subscription>('POST', `/test/subscriptions/${id}/${how}`, { at })

  return {
    /** Pays a session; its plan starts `at` that time. */
    pay: (sessionId: string, at: Date) =>
      call<Stripe.Checkout.Session>('POST', `/test/checkout/sessions/${sessionId}/complete`, { at }),
    renew: bill('renew'),
    failRenewal: bill('fail-renewal'),
    /** Replaces the default card of a customer, as on the page of the billing portal. */
    replaceCard: (customerId: string) => call('POST', `/test/customers/${customerId}/card`),
    end: (id: string) => call<Stripe.Subscription>('DELETE', `/v1/subscriptions/${id}`),
    chaos: (chaos: object) => call('POST', '/test/webhooks/chaos', chaos),
    /** The running plans, at most 100, newest first. */
    async runningPlans(): Promise<Stripe.Subscription[]> {
      return (await call<Stripe.ApiList<Stripe.Subscription>>('GET', '/v1/subscriptions?limit=100')).data
    },
    /** Every paid session, with its charge and what was refunded of it. */
    async paidSessions(): Promise<Stripe.Checkout.Session[]> {
      const sessions: Stripe.Checkout.Session[] = []
      const path =
        '/v1/checkout/sessions?status=complete&limit=100&expand[]=data.payment_intent.latest_charge'
      for (let after = ''; ; after = `&starting_after=${sessions.at(-1)?.id}`) {
        const page = await call<Stripe.ApiList<Stripe.Checkout.Session>>('GET', path + after)
        sessions.push(...page.data)
        if (!page.has_more) return sessions
      }
    },
    /** The refunds of a payment, newest first; at most 100. */
    async refunds(paymentIntentId: string): Promise<Stripe.Refund[]> {
      const path = `/v1/refunds?payment_intent=${paymentIntentId}&limit=100`
      return (await call<Stripe.ApiList<Stripe.Refund>>('GET', path)).data
    },
    /** Refunds an amount in Stripe's dashboard. */
    refund: (paymentIntentId: string, amount: number) =>
      call<Stripe.Refund>('POST', `/test/payments/${paymentIntentId}/refund`, { amount }),
    /** Lets the bank of a cardholder open a dispute about a payment. */
    dispute: (paymentIntentId: string) =>
      call<Stripe.Dispute>('POST', `/test/payments/${paymentIntentId}/dispute`),
    /** Lets the bank decide a dispute. */
    closeDispute: (id: string, won: boolean) => call('POST', `/test/disputes/${id}/close`, { won }),
    plan: (id: string) => call<Stripe.Subscription>('GET', `/v1/subscriptions/${id}`),
    /** Oldest first; 100 invoices are more than eight years. */
    async invoices(id: string): Promise<Stripe.Invoice[]> {
      const path = `/v1/invoices?subscription=${id}&limit=100&expand[]=data.payments`
      return (await call<Stripe.ApiList<Stripe.Invoice>>('GET', path)).data.toReversed()
    },
  }
}
