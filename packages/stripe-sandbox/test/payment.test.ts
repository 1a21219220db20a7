import { afterAll, describe, expect, test } from 'vitest'
import { startFixture, twoPranks } from './sandbox-fixture.ts'

let clock: Date | null = null
const fixture = await startFixture('payment', { now: () => clock ?? new Date() })
afterAll(() => fixture.stop())

const open = () => fixture.stripe.checkout.sessions.create(twoPranks)

describe('a payment session', () => {
  test('when it is new, then it is open, unpaid, priced from its lines and has a hosted page', async () => {
    const session = await open()
    expect(session).toMatchObject({
      object: 'checkout.session',
      mode: 'payment',
      status: 'open',
      payment_status: 'unpaid',
      amount_total: 697,
      currency: 'usd',
      customer_email: 'ann@example.com',
      client_reference_id: 'o1',
      metadata: { orderId: 'o1' },
      payment_intent: null,
      livemode: false,
      url: `${fixture.url}/c/pay/${session.id}`,
    })
    expect(session.expires_at - session.created).toBe(24 * 3600)
    const { line_items } = await fixture.stripe.checkout.sessions.retrieve(session.id, {
      expand: ['line_items'],
    })
    expect(line_items?.data.map((line) => [line.description, line.quantity, line.amount_total])).toEqual([
      ['Raw Potato', 1, 499],
      ['Dirty Sock', 2, 198],
    ])
  })

  test('when a test card pays, then session, intent and charge are paid and the shop is notified', async () => {
    const { id } = await open()
    expect(await fixture.complete(id)).toMatchObject({
      status: 200,
      body: { id, status: 'complete', url: null },
    })

    const session = await fixture.stripe.checkout.sessions.retrieve(id, {
      expand: ['payment_intent.latest_charge', 'line_items'],
    })
    expect(session).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      customer_details: { email: 'ann@example.com' },
      payment_intent: {
        status: 'succeeded',
        amount_received: 697,
        metadata: { orderId: 'o1' },
        latest_charge: { object: 'charge', paid: true, amount: 697, refunded: false },
      },
      line_items: { data: [{ amount_total: 499 }, { amount_total: 198 }] },
    })
    const webhook = await fixture.webhook('checkout.session.completed', id)
    expect(webhook.event.data.object).toMatchObject({
      id,
      payment_status: 'paid',
      metadata: { orderId: 'o1' },
    })
    expect(webhook.event).toMatchObject({
      object: 'event',
      api_version: fixture.stripe.getApiField('version'),
    })
    await fixture.webhook('payment_intent.succeeded')
  })

  test('when it is completed many times at once, then it is paid once and one event is emitted', async () => {
    const { id } = await open()
    const answers = await Promise.all(Array.from({ length: 8 }, () => fixture.complete(id)))
    expect(new Set(answers.map(({ body }) => body.payment_intent)).size).toBe(1)
    const { events } = await fixture.state()
    const about = events.filter((event) => Reflect.get(event.data.object, 'id') === id)
    expect(about).toHaveLength(1)
  })

  test('when the card is declined, then it answers 402, stays open and can still be paid', async () => {
    const { id } = await open()
    const refused = await fixture.complete(id, '4000 0000 0000 0002')
    expect(refused).toMatchObject({
      status: 402,
      body: { error: { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' } },
    })
    const session = await fixture.stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] })
    expect(session).toMatchObject({
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: { status: 'requires_payment_method', last_payment_error: { code: 'card_declined' } },
    })
    await fixture.webhook('payment_intent.payment_failed', Reflect.get(Object(session.payment_intent), 'id'))
    expect(await fixture.complete(id)).toMatchObject({ status: 200, body: { payment_status: 'paid' } })
  })

  test('when the card is not a test card, then it is rejected and nothing changes', async () => {
    const { id } = await open()
    expect(await fixture.complete(id, '5555 5555 5555 4444')).toMatchObject({
      status: 402,
      body: { error: { code: 'card_declined', decline_code: 'test_mode_live_card' } },
    })
    expect(await fixture.stripe.checkout.sessions.retrieve(id)).toMatchObject({
      status: 'open',
      payment_intent: null,
    })
  })

  test('when it is expired, then it cannot be paid or expired again and the shop is notified', async () => {
    const { id } = await open()
    expect(await fixture.stripe.checkout.sessions.expire(id)).toMatchObject({
      id,
      status: 'expired',
      url: null,
    })
    await fixture.webhook('checkout.session.expired', id)
    expect(await fixture.complete(id)).toMatchObject({
      status: 400,
      body: { error: { type: 'invalid_request_error' } },
    })
    await expect(fixture.stripe.checkout.sessions.expire(id)).rejects.toMatchObject({ statusCode: 400 })
    expect(await fixture.post(`/test/checkout/sessions/${id}/expire`)).toMatchObject({ status: 400 })
  })

  test('when it is overdue, then it expires automatically and a late payment is rejected', async () => {
    const [swept, late] = await Promise.all([open(), open()])
    try {
      clock = new Date((late.expires_at + 2) * 1000)
      expect(await fixture.complete(late.id)).toMatchObject({ status: 400 })
      await fixture.expireOverdue()
    } finally {
      clock = null
    }
    for (const { id } of [swept, late]) {
      expect(await fixture.stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: 'expired' })
      await fixture.webhook('checkout.session.expired', id)
    }
  })

  test('when sessions are listed, then filters and pagination work', async () => {
    const { id } = await open()
    const { body } = await fixture.complete(id)
    const byIntent = await fixture.stripe.checkout.sessions.list({ payment_intent: body.payment_intent })
    expect(byIntent.data.map((one) => one.id)).toEqual([id])
    const ids: string[] = []
    for await (const session of fixture.stripe.checkout.sessions.list({
      limit: 2,
      expand: ['data.payment_intent'],
    })) {
      ids.push(session.id)
    }
    const { sessions } = await fixture.state()
    expect(ids).toEqual(sessions.map((session) => session.id))
    const opened = await fixture.stripe.checkout.sessions.list({ status: 'open', limit: 100 })
    expect(opened.data.every((session) => session.status === 'open')).toBe(true)
  })
})

describe('a refund', () => {
  const paid = async (): Promise<string> => (await fixture.complete((await open()).id)).body.payment_intent

  test('when it is a full refund, then the charge is refunded and a second refund is rejected', async () => {
    const intent = await paid()
    const refund = await fixture.stripe.refunds.create({ payment_intent: intent, reason: 'duplicate' })
    expect(refund).toMatchObject({
      object: 'refund',
      amount: 697,
      status: 'succeeded',
      payment_intent: intent,
    })
    await expect(fixture.stripe.refunds.create({ payment_intent: intent })).rejects.toMatchObject({
      code: 'charge_already_refunded',
      statusCode: 400,
    })
    const webhook = await fixture.webhook('charge.refunded', String(refund.charge))
    expect(webhook.event.data.object).toMatchObject({ amount_refunded: 697, refunded: true })
    await fixture.webhook('refund.created', refund.id)
    expect(await fixture.stripe.refunds.retrieve(refund.id)).toMatchObject({ id: refund.id })
  })

  test('when it exceeds what is left, then it is rejected; partial refunds up to the total are accepted', async () => {
    const intent = await paid()
    await fixture.stripe.refunds.create({ payment_intent: intent, amount: 300 })
    await expect(
      fixture.stripe.refunds.create({ payment_intent: intent, amount: 398 }),
    ).rejects.toMatchObject({
      code: 'charge_already_refunded',
      param: 'amount',
    })
    await fixture.stripe.refunds.create({ payment_intent: intent, amount: 397 })
    const { data } = await fixture.stripe.refunds.list({ payment_intent: intent })
    expect(data.map((refund) => refund.amount)).toEqual([397, 300])
  })

  test('when many are requested at once, then the payment is refunded once', async () => {
    const intent = await paid()
    const tries = await Promise.allSettled(
      Array.from({ length: 6 }, () => fixture.stripe.refunds.create({ payment_intent: intent })),
    )
    expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
  })

  test('when nothing was paid, then it is rejected', async () => {
    const { id } = await open()
    await fixture.complete(id, '4000000000000002')
    const session = await fixture.stripe.checkout.sessions.retrieve(id)
    const refund = fixture.stripe.refunds.create({ payment_intent: String(session.payment_intent) })
    await expect(refund).rejects.toMatchObject({ statusCode: 400 })
    await expect(fixture.stripe.refunds.create({ payment_intent: 'pi_nobody' })).rejects.toMatchObject({
      statusCode: 404,
    })
  })
})
