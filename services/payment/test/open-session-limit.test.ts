import { sessionClosed, sessionCreated } from '@prankpost/contracts'
import { newCustomer } from '@prankpost/service-kit/testing'
import { until } from '@prankpost/test-harness'
import { afterAll, describe, expect, test } from 'vitest'
import { orderRequest, planRequest, startFixture } from './fixture.ts'

const fixture = await startFixture()
afterAll(() => fixture.close())

type Request = ReturnType<typeof orderRequest>['request']

const open = (request: Request) => fixture.asOrder.post('/internal/order-sessions', sessionCreated, request)
const openPlan = (ownerId: string) =>
  fixture.asSubscription.post('/internal/plan-sessions', sessionCreated, { ...planRequest(), ownerId })
const orderOf = (ownerId: string) => orderRequest({ ownerId }).request
const tooMany = { status: 429, code: 'too_many' }
const openOf = (ownerId: string) => fixture.payments.countDocuments({ ownerId, 'sessions.status': 'open' })

/** A customer with this many open sessions. */
async function withOpen(count: number) {
  const { id: ownerId } = newCustomer()
  const requests = Array.from({ length: count }, () => orderOf(ownerId))
  const sessions: string[] = []
  for (const request of requests) sessions.push((await open(request)).sessionId)
  return { ownerId, requests, sessions }
}

describe('the open sessions of one customer', () => {
  test('when 40 are requested at once, then ten are open, and each other call is a 429', async () => {
    const { id: ownerId } = newCustomer()
    // On a busy machine the answer of Stripe may be late: then the call is made again, as its 503 says.
    const insist = (request: Request) =>
      until(() =>
        open(request).catch((error: { status?: number }) => {
          if (error.status !== 503) throw error
        }),
      )
    const calls = Array.from({ length: 40 }, () => insist(orderOf(ownerId)))
    const answers = await Promise.allSettled(calls)
    const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
    expect(refused).toHaveLength(30)
    for (const error of refused) expect(error).toMatchObject(tooMany)
    expect(await openOf(ownerId)).toBe(10)
    expect(await fixture.payments.countDocuments({ ownerId })).toBe(10)
    const { sessions } = (await fixture.sandbox('GET', '/test/state?limit=1000')).body
    const mine = (sessions as { metadata: { ownerId?: string } }[]).filter(
      ({ metadata }) => metadata.ownerId === ownerId,
    )
    expect(mine).toHaveLength(10)
  })

  test('when there are ten, then the eleventh is a 429 that says what to do and when to retry, and they can be requested again', async () => {
    const { ownerId, requests, sessions } = await withOpen(10)
    const error = await open(orderOf(ownerId)).catch((refusal: unknown) => refusal)
    expect(error).toMatchObject({
      ...tooMany,
      message:
        'You have 10 payment pages open. Please pay one of them, or wait until the oldest closes in 24 hours.',
      retryAfterSeconds: expect.any(Number),
    })
    const { retryAfterSeconds } = error as { retryAfterSeconds: number }
    expect(Math.round(retryAfterSeconds / 3_600)).toBe(24)
    await expect(openPlan(ownerId)).rejects.toMatchObject(tooMany)
    const again = await Promise.all(requests.map(open))
    expect(again.map(({ sessionId }) => sessionId)).toEqual(sessions)
  })

  test('when one is paid, expires or is refused, then one more can be opened', async () => {
    const { ownerId, requests, sessions } = await withOpen(10)
    const [first = '', second = ''] = sessions
    await fixture.pay(first)
    await fixture.deliver(await fixture.event('checkout.session.completed', first))
    await open(orderOf(ownerId))
    await expect(open(orderOf(ownerId))).rejects.toMatchObject(tooMany)

    await fixture.sandbox('POST', `/test/checkout/sessions/${second}/expire`, { body: {} })
    await fixture.deliver(await fixture.event('checkout.session.expired', second))
    const refused = orderOf(ownerId)
    const line = { currency: 'usd', unit_amount: 100, product_data: { name: 'Something' } }
    await fixture.deps.stripe.checkout.sessions.create(
      {
        mode: 'payment',
        line_items: [{ quantity: 1, price_data: line }],
        success_url: 'http://store.test/success',
      },
      { idempotencyKey: `order-${refused.orderId}-1` },
    )
    await expect(open(refused)).rejects.toMatchObject({ status: 422 })
    await open(orderOf(ownerId))
    // The payment whose session expired occupies a slot again when it is opened again.
    const [, reopened] = requests
    await expect(open(reopened as Request)).rejects.toMatchObject(tooMany)
  })

  test('when a plan of the customer is closed, then one more can be opened', async () => {
    const { ownerId } = await withOpen(9)
    const plan = { ...planRequest(), ownerId }
    await fixture.asSubscription.post('/internal/plan-sessions', sessionCreated, plan)
    await expect(open(orderOf(ownerId))).rejects.toMatchObject(tooMany)
    await fixture.asSubscription.post(`/internal/plans/${plan.planId}/close-session`, sessionClosed, {})
    await open(orderOf(ownerId))
  })

  test('when a process crashed before Stripe answered, then its attempt counts for at most ten minutes', async () => {
    const { ownerId, requests } = await withOpen(10)
    const [left] = requests as [Request]
    const died = { 'sessions.0.status': 'creating', 'sessions.0.id': null, 'sessions.0.url': null }
    await fixture.payments.updateOne({ _id: left.orderId }, { $set: died, $unset: { sweepAt: 1 } })
    await expect(open(orderOf(ownerId))).rejects.toMatchObject(tooMany)
    const longAgo = new Date(Date.now() - 11 * 60_000)
    await fixture.payments.updateOne({ _id: left.orderId }, { $set: { 'sessions.0.createdAt': longAgo } })
    await open(orderOf(ownerId))
    expect(await fixture.payments.findById(left.orderId).lean()).toMatchObject({
      sessions: [{ status: 'expired', id: null }],
    })
  })
})
