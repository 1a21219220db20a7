import { sessionCreated } from '@prankpost/contracts'
import { newCustomer } from '@prankpost/service-kit/testing'
import { until } from '@prankpost/test-harness'
import { afterAll, describe, expect, test } from 'vitest'
import { sweepSessions } from '../src/use-cases/sweep-sessions.ts'
import { orderRequest, startFixture } from './fixture.ts'

const fixture = await startFixture()
afterAll(() => fixture.close())

type Request = ReturnType<typeof orderRequest>['request']

const open = (request: Request) => fixture.asOrder.post('/internal/order-sessions', sessionCreated, request)
const load = async ({ orderId }: Request) => {
  const payment = await fixture.payments.findById(orderId).lean()
  if (payment === null) throw new Error('no payment')
  return payment
}
const emitted = async (request: Request) => (await load(request)).outbox.map(({ type, data }) => [type, data])

describe('opening a session', () => {
  test('when it is requested then Stripe creates one with the exact lines, and it is recorded', async () => {
    const { request } = orderRequest()
    const { sessionId, url } = await open(request)
    expect(url).toBe(`http://sandbox.test/c/pay/${sessionId}`)
    const session = await fixture.deps.stripe.checkout.sessions.retrieve(sessionId, {
      expand: ['line_items'],
    })
    expect(session).toMatchObject({
      amount_total: 998,
      currency: 'usd',
      mode: 'payment',
      metadata: { kind: 'order', id: request.orderId, ownerId: request.ownerId },
      success_url: `http://store.test/success?session_id={CHECKOUT_SESSION_ID}&order_id=${request.orderId}`,
      cancel_url: 'http://store.test/cart',
    })
    expect(await load(request)).toMatchObject({ sessions: [{ id: sessionId, status: 'open', attempt: 1 }] })
  })

  test('when it is requested again, also at once, then the same open session is returned', async () => {
    const { request } = orderRequest()
    const sessions = await Promise.all(Array.from({ length: 6 }, () => open(request)))
    expect(new Set(sessions.map(({ sessionId }) => sessionId)).size).toBe(1)
    expect((await load(request)).sessions).toHaveLength(1)
  })

  test('when a crash prevented recording it then the next call finds the session that Stripe created', async () => {
    const { request } = orderRequest()
    const { sessionId } = await open(request)
    await fixture.payments.updateOne(
      { _id: request.orderId },
      {
        $set: { 'sessions.0.status': 'creating', 'sessions.0.id': null, 'sessions.0.url': null },
        $unset: { sweepAt: 1 },
      },
    )
    expect((await open(request)).sessionId).toBe(sessionId)
    expect(await load(request)).toMatchObject({ sessions: [{ id: sessionId, status: 'open' }] })
  })

  test('when the last one expired then a new one is created, and payment-failed is emitted for the old one', async () => {
    const { request } = orderRequest()
    const first = await open(request)
    await fixture.sandbox('POST', `/test/checkout/sessions/${first.sessionId}/expire`, { body: {} })
    const second = await open(request)
    expect(second.sessionId).not.toBe(first.sessionId)
    expect(await emitted(request)).toEqual([
      ['payment-failed', expect.objectContaining({ sessionId: first.sessionId, reason: 'expired' })],
    ])
  })

  test('when Stripe is called then the payment is already recorded with its attempt', async () => {
    const { request } = orderRequest()
    await fixture.sandbox('POST', '/test/api/chaos', { body: { delayMs: 60_000 } })
    const opening = open(request)
    await until(async () => (await fixture.sandbox('GET', '/test/api/chaos')).body.waiting === 1)
    expect(await load(request)).toMatchObject({ sessions: [{ attempt: 1, status: 'creating', id: null }] })
    await fixture.sandbox('POST', '/test/api/chaos', { body: {} })
    const { sessionId } = await opening
    expect(await load(request)).toMatchObject({ sessions: [{ attempt: 1, status: 'open', id: sessionId }] })
  })

  test('when the order is paid then it is a 409', async () => {
    const { request } = orderRequest()
    const { sessionId } = await open(request)
    await fixture.pay(sessionId)
    await expect(open(request)).rejects.toMatchObject({ status: 409 })
  })

  test('when the same order has another amount or owner then it is a 409', async () => {
    const { request } = orderRequest()
    await open(request)
    await expect(open({ ...request, amountCents: 1 })).rejects.toMatchObject({ status: 409 })
    await expect(open({ ...request, ownerId: newCustomer().id })).rejects.toMatchObject({ status: 409 })
  })

  test('when Stripe got other parameters for the same key before then it refuses, and the next call creates another session', async () => {
    const { request } = orderRequest()
    await fixture.deps.stripe.checkout.sessions.create(
      {
        mode: 'payment',
        line_items: [
          {
            quantity: 1,
            price_data: { currency: 'usd', unit_amount: 100, product_data: { name: 'Something' } },
          },
        ],
        success_url: 'http://store.test/success',
      },
      { idempotencyKey: `order-${request.orderId}-1` },
    )
    await expect(open(request)).rejects.toMatchObject({ status: 422 })
    const { sessionId } = await open(request)
    expect(await load(request)).toMatchObject({
      sessions: [{ status: 'refused' }, { id: sessionId, status: 'open', attempt: 2 }],
    })
  })
})

describe('a paid session', () => {
  test('when webhook, browser and sweep report it several times at once then one event is emitted', async () => {
    const { request, customer } = orderRequest()
    const { sessionId } = await open(request)
    await fixture.pay(sessionId)
    const event = await fixture.event('checkout.session.completed', sessionId)
    const confirm = () =>
      fixture.call('POST', '/api/confirm-payment-success', {
        as: customer,
        body: { sessionId, orderId: request.orderId },
      })
    await fixture.payments.updateOne({ _id: request.orderId }, { $set: { sweepAt: new Date(0) } })
    const answers = await Promise.all([
      fixture.deliver(event),
      confirm(),
      fixture.deliver(event),
      confirm(),
      sweepSessions(fixture.deps),
    ])
    expect(answers.slice(0, 4).map((answer) => (answer as { status: number }).status)).toEqual([
      200, 200, 200, 200,
    ])
    expect(await emitted(request)).toEqual([
      [
        'payment-succeeded',
        expect.objectContaining({ orderId: request.orderId, sessionId, amountCents: 998 }),
      ],
    ])
    const payment = await load(request)
    expect(payment).toMatchObject({ paidSessionId: sessionId, sessions: [{ status: 'paid' }] })
    expect(payment.sweepAt).toBeUndefined()
  })

  test('when a crash prevented recording it and it was still paid then the payment is recorded', async () => {
    const { request } = orderRequest()
    const { sessionId } = await open(request)
    await fixture.payments.updateOne(
      { _id: request.orderId },
      { $set: { 'sessions.0.status': 'creating', 'sessions.0.id': null, 'sessions.0.url': null } },
    )
    await fixture.pay(sessionId)
    await fixture.deliver(await fixture.event('checkout.session.completed', sessionId))
    expect(await load(request)).toMatchObject({
      paidSessionId: sessionId,
      sessions: [{ id: sessionId, status: 'paid', attempt: 1 }],
    })
  })

  test('when an order is paid by two sessions then the second payment is refunded once, and that is recorded', async () => {
    const { request } = orderRequest()
    const first = await open(request)
    // A session of another tab that is no longer recorded here, as after a restore.
    await fixture.payments.updateOne({ _id: request.orderId }, { $set: { 'sessions.0.status': 'expired' } })
    const second = await open(request)
    for (const { sessionId } of [first, second]) await fixture.pay(sessionId)
    await fixture.payments.updateOne({ _id: request.orderId }, { $set: { 'sessions.0.status': 'open' } })
    for (const { sessionId } of [second, first, first, second]) {
      await fixture.deliver(await fixture.event('checkout.session.completed', sessionId))
    }
    const payment = await load(request)
    expect(payment.paidSessionId).toBe(second.sessionId)
    expect(payment.sessions.map(({ id, status }) => [id, status])).toEqual([
      [first.sessionId, 'refunded'],
      [second.sessionId, 'paid'],
    ])
    expect(await emitted(request)).toEqual([
      ['payment-succeeded', expect.objectContaining({ sessionId: second.sessionId })],
    ])
    const intent = payment.sessions[0]?.paymentIntentId ?? ''
    const refunds = await fixture.deps.stripe.refunds.list({ payment_intent: intent })
    expect(refunds.data.map(({ amount, id }) => [amount, id])).toEqual([[998, payment.sessions[0]?.refundId]])
  })

  test('when a crash happened between recording and refunding then the sweep refunds the payment', async () => {
    const { request } = orderRequest()
    const { sessionId } = await open(request)
    await fixture.pay(sessionId)
    const session = await fixture.deps.stripe.checkout.sessions.retrieve(sessionId)
    await fixture.payments.updateOne(
      { _id: request.orderId },
      {
        $set: {
          paidSessionId: 'cs_test_another',
          'sessions.0.status': 'refund_due',
          'sessions.0.paymentIntentId': session.payment_intent,
          sweepAt: new Date(0),
        },
      },
    )
    expect(await sweepSessions(fixture.deps)).toBe(true)
    expect((await load(request)).sessions[0]).toMatchObject({
      status: 'refunded',
      refundId: expect.stringMatching(/^re_/),
    })
    expect((await load(request)).sweepAt).toBeUndefined()
  })
})

describe('the success page', () => {
  const confirm = (body: unknown, as = newCustomer()) =>
    fixture.call('POST', '/api/confirm-payment-success', { as, body })

  test('when Stripe reports it unpaid then it is a 402', async () => {
    const { request, customer } = orderRequest()
    const { sessionId } = await open(request)
    const { status, body } = await confirm({ sessionId, orderId: request.orderId }, customer)
    expect([status, body.code]).toEqual([402, 'payment_required'])
    expect(await emitted(request)).toEqual([])
  })

  test('when session or order belong to another customer, or not to each other, then it is a 404', async () => {
    const mine = orderRequest()
    const theirs = orderRequest()
    const [my, their] = [await open(mine.request), await open(theirs.request)]
    await fixture.pay(their.sessionId)
    const { orderId } = mine.request
    expect(
      (await confirm({ sessionId: their.sessionId, orderId: theirs.request.orderId }, mine.customer)).status,
    ).toBe(404)
    expect((await confirm({ sessionId: their.sessionId, orderId }, mine.customer)).status).toBe(404)
    expect((await confirm({ sessionId: 'cs_test_nothing', orderId }, mine.customer)).status).toBe(404)
    expect((await confirm({ sessionId: my.sessionId, orderId: { $ne: null } }, mine.customer)).status).toBe(
      400,
    )
    expect((await confirm({ sessionId: { $gt: '' }, orderId }, mine.customer)).status).toBe(400)
    expect(await emitted(mine.request)).toEqual([])
  })
})

describe('the sweep', () => {
  test('when nothing is due then it does nothing, and an open session is checked at growing intervals', async () => {
    const { request } = orderRequest()
    await open(request)
    expect(await sweepSessions(fixture.deps)).toBe(false)
    const waits: number[] = []
    for (let n = 0; n < 3; n++) {
      await fixture.payments.updateOne({ _id: request.orderId }, { $set: { sweepAt: new Date(0) } })
      await sweepSessions(fixture.deps)
      waits.push(Math.round(((await load(request)).sweepAt?.getTime() ?? 0) - Date.now()))
    }
    expect(waits.map((wait) => Math.round(wait / 20_000))).toEqual([2, 4, 8])
  })
})
