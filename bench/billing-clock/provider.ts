import type { Stack } from '@prankpost/local-stack'
import type Stripe from 'stripe'

export type Provider = ReturnType<typeof createProvider>

/** The payment provider's side: simulated time passes by its levers, and its books are the ones that count. */
export function createProvider({ sandboxUrl }: Pick<Stack, 'sandboxUrl'>) {
  async function call<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(sandboxUrl + path, {
      method,
      headers: { authorization: 'Bearer sk_test_clock', 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response.json() as Promise<T>
  }
  const bill = (how: string) => (id: string, at: Date) =>
    call<Stripe.Subscription>('POST', `/test/subscriptions/${id}/${how}`, { at })

  return {
    /** Pays a session, so that its plan starts `at` that time. */
    pay: (sessionId: string, at: Date) =>
      call<Stripe.Checkout.Session>('POST', `/test/checkout/sessions/${sessionId}/complete`, { at }),
    renew: bill('renew'),
    failRenewal: bill('fail-renewal'),
    end: (id: string) => call<Stripe.Subscription>('DELETE', `/v1/subscriptions/${id}`),
    chaos: (chaos: object) => call('POST', '/test/webhooks/chaos', chaos),
    plan: (id: string) => call<Stripe.Subscription>('GET', `/v1/subscriptions/${id}`),
    /** Oldest first; a hundred is more than eight years. */
    async invoices(id: string): Promise<Stripe.Invoice[]> {
      const path = `/v1/invoices?subscription=${id}&limit=100&expand[]=data.payments`
      return (await call<Stripe.ApiList<Stripe.Invoice>>('GET', path)).data.toReversed()
    },
  }
}
