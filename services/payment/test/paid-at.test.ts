import { sessionCreated } from '@prankpost/contracts'
import { afterAll, expect, test } from 'vitest'
import { orderRequest, planRequest, startFixture } from './fixture.ts'

/** The sandbox's clock is two hours behind: a payment that is recorded now was made then. */
const agoMs = 2 * 3_600_000
const fixture = await startFixture({ now: () => new Date(Date.now() - agoMs) })
afterAll(() => fixture.close())

async function paidAtOf(id: string, sessionId: string): Promise<number> {
  await fixture.deliver(await fixture.event('checkout.session.completed', sessionId))
  const [event] = (await fixture.payments.findById(id).lean())?.outbox ?? []
  const data = event?.data as { paidAt?: string; month?: { paidAt: string } }
  return Date.parse(data.paidAt ?? data.month?.paidAt ?? '')
}

test('when the payment of an order is recorded late then payment-succeeded has the time of the payment', async () => {
  const { request } = orderRequest()
  const { sessionId } = await fixture.asOrder.post('/internal/order-sessions', sessionCreated, request)
  const paid = Date.now() - agoMs
  await fixture.pay(sessionId)
  const paidAt = await paidAtOf(request.orderId, sessionId)
  // Stripe's times are whole seconds.
  expect(paidAt).toBeGreaterThan(paid - 1_000)
  expect(paidAt).toBeLessThanOrEqual(Date.now() - agoMs)
})

test('when the card was declined before then paidAt is the time of the successful payment', async () => {
  const { request } = orderRequest()
  const { sessionId } = await fixture.asOrder.post('/internal/order-sessions', sessionCreated, request)
  const declined = await fixture.sandbox('POST', `/test/checkout/sessions/${sessionId}/complete`, {
    body: { card: '4000000000000002' },
  })
  expect(declined.status).toBe(402)
  const paid = Date.now() - agoMs
  await fixture.pay(sessionId)
  const paidAt = await paidAtOf(request.orderId, sessionId)
  expect(paidAt).toBeGreaterThan(paid - 1_000)
  expect(paidAt).toBeLessThanOrEqual(Date.now() - agoMs)
})

test('when the first month of a plan is recorded late then plan-paid also has the time of the payment', async () => {
  const request = planRequest()
  const { sessionId } = await fixture.asSubscription.post('/internal/plan-sessions', sessionCreated, request)
  const paid = Date.now() - agoMs
  await fixture.pay(sessionId)
  const paidAt = await paidAtOf(request.planId, sessionId)
  expect(paidAt).toBeGreaterThan(paid - 1_000)
  expect(paidAt).toBeLessThanOrEqual(Date.now() - agoMs)
})
