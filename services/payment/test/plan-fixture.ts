import { sessionCreated } from '@prankpost/contracts'
import { planRequest, type startFixture } from './fixture.ts'

type Fixture = Awaited<ReturnType<typeof startFixture>>

/** A plan whose first month is paid and recorded, with what happens to it at Stripe. */
export async function startPlan(fixture: Fixture) {
  const request = planRequest()
  const { sessionId } = await fixture.asSubscription.post('/internal/plan-sessions', sessionCreated, request)
  const { body } = await fixture.pay(sessionId)
  await fixture.deliver(await fixture.event('checkout.session.completed', sessionId))
  const stripeId = String(body.subscription)
  const { planId, ownerId, customer } = request
  return {
    ...{ planId, ownerId, stripeId, customerId: String(body.customer) },
    user: { id: ownerId, ...customer },
    bill: (
      how: 'renew' | 'fail-renewal' | 'draft-renewal' | 'void-invoice' | 'give-up-invoice',
      at?: string,
    ) => fixture.sandbox('POST', `/test/subscriptions/${stripeId}/${how}`, { body: at ? { at } : {} }),
    replaceCard: (card: string) =>
      fixture.sandbox('POST', `/test/customers/${body.customer}/card`, { body: { card } }),
    subscription: () => fixture.deps.stripe.subscriptions.retrieve(stripeId),
    stored: () => fixture.payments.findById(planId).lean(),
    emitted: async () => (await fixture.payments.findById(planId).lean())?.outbox.map(({ type }) => type),
  }
}
