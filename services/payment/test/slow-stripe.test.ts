import { sessionClosed, sessionCreated } from '@prankpost/contracts'
import { newId } from '@prankpost/service-kit/testing'
import { until } from '@prankpost/test-harness'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { orderRequest, planRequest, startFixture } from './fixture.ts'

const fixture = await startFixture()
afterAll(() => fixture.close())
afterEach(() => delayStripe(0))

/** With 0, the waiting calls continue. */
const delayStripe = (delayMs: number) => fixture.sandbox('POST', '/test/api/chaos', { body: { delayMs } })
const waitingAtStripe = async () => (await fixture.sandbox('GET', '/test/api/chaos')).body.waiting as number
const sessionsAtStripe = async (id: string) => {
  const { sessions } = (await fixture.sandbox('GET', '/test/state')).body
  return (sessions as { id: string; status: string; client_reference_id: string }[]).filter(
    (session) => session.client_reference_id === id,
  )
}
const load = async (id: string) => {
  const payment = await fixture.payments.findById(id).lean()
  if (payment === null) throw new Error('no payment')
  return payment
}
const ended = <T>(call: Promise<T>) =>
  call.then(
    (value) => ({ value, error: null }),
    (error: { status: number; code: string; message: string }) => ({ value: null, error }),
  )

const openOrder = (request: ReturnType<typeof orderRequest>['request']) =>
  fixture.asOrder.post('/internal/order-sessions', sessionCreated, request)
const openPlan = (request: ReturnType<typeof planRequest>) =>
  fixture.asSubscription.post('/internal/plan-sessions', sessionCreated, request)
const closePlan = (planId: string) =>
  fixture.asSubscription.post(`/internal/plans/${planId}/close-session`, sessionClosed, {})

describe.each([
  [
    'an order',
    () => {
      const { request } = orderRequest()
      return { id: request.orderId, open: () => openOrder(request) }
    },
  ],
  [
    'a plan',
    () => {
      const request = planRequest()
      return { id: request.planId, open: () => openPlan(request) }
    },
  ],
])('when Stripe is slow and %s is opened in two tabs', (_what, start) => {
  test('then the second tab gets a 503 that says what to do, and both have one recorded session in the end', async () => {
    const { id, open } = start()
    await delayStripe(60_000)
    const first = ended(open())
    await until(async () => (await waitingAtStripe()) === 1)
    const second = await ended(open())
    expect(second.error).toMatchObject({
      status: 503,
      code: 'unavailable',
      message: expect.stringMatching(/still.*Please try again/),
    })
    // Stripe has not answered the attempt yet: it is not refused.
    expect((await load(id)).sessions).toMatchObject([{ attempt: 1, status: 'creating' }])
    await delayStripe(0)
    const { value: session } = await first
    expect(await load(id)).toMatchObject({ sessions: [{ id: session?.sessionId, status: 'open' }] })
    expect(await open()).toEqual(session)
    // Exactly one, so that no other can be paid.
    expect(await sessionsAtStripe(id)).toMatchObject([{ id: session?.sessionId, status: 'open' }])
  })
})

describe('when a plan is closed while its session is being created', () => {
  test('then it is closed, the session is not returned, and it cannot be paid', async () => {
    const request = planRequest()
    await delayStripe(60_000)
    const opening = ended(openPlan(request))
    await until(async () => (await waitingAtStripe()) === 1)
    expect(await closePlan(request.planId)).toEqual({ closed: true })
    await delayStripe(0)
    expect(await opening).toMatchObject({ value: null, error: { status: 503 } })
    expect((await load(request.planId)).sessions).toMatchObject([{ status: 'expired', id: null }])
    expect(await sessionsAtStripe(request.planId)).toMatchObject([{ status: 'expired' }])
    expect(await closePlan(request.planId)).toEqual({ closed: true })
  })

  test('and two tabs were opening it, then it cannot be paid', async () => {
    const request = planRequest()
    await delayStripe(60_000)
    const tabs = [ended(openPlan(request))]
    await until(async () => (await waitingAtStripe()) === 1)
    tabs.push(ended(openPlan(request)))
    await tabs[1]
    expect(await closePlan(request.planId)).toEqual({ closed: true })
    await delayStripe(0)
    for (const { value } of await Promise.all(tabs)) expect(value).toBeNull()
    const open = (await sessionsAtStripe(request.planId)).filter(({ status }) => status === 'open')
    expect(open).toEqual([])
  })
})

describe('when Stripe refuses an attempt that another call has recorded meanwhile', () => {
  test('then the recorded session stays open, and the next call returns it', async () => {
    const { request } = orderRequest({ orderId: newId() })
    await delayStripe(60_000)
    const late = ended(openOrder(request))
    await until(async () => (await waitingAtStripe()) === 1)
    // As from another host with a changed PUBLIC_URL: the same key, other parameters.
    const key = { idempotencyKey: `order-${request.orderId}-1` }
    const line = { currency: 'usd', unit_amount: 100, product_data: { name: 'Something' } }
    await delayStripe(0)
    const { value: session } = await late
    const params = {
      mode: 'payment' as const,
      line_items: [{ quantity: 1, price_data: line }],
      success_url: 'http://store.test/success',
    }
    await expect(fixture.deps.stripe.checkout.sessions.create(params, key)).rejects.toMatchObject({
      statusCode: 400,
    })
    expect(await openOrder(request)).toEqual(session)
  })
})
