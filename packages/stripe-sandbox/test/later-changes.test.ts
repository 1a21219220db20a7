import { afterAll, describe, expect, test } from 'vitest'
import { startFixture, threeAMonth, twoPranks } from './sandbox-fixture.ts'

let clock: Date | null = null
const fixture = await startFixture('later_changes', { now: () => clock ?? new Date() })
afterAll(() => fixture.stop())

const open = () => fixture.stripe.checkout.sessions.create(twoPranks)
const paid = async (card?: string): Promise<string> =>
  (await fixture.complete((await open()).id, card)).body.payment_intent
const chargeOf = async (intent: string) => {
  const { latest_charge } = await fixture.stripe.paymentIntents.retrieve(intent, {
    expand: ['latest_charge'],
  })
  if (latest_charge === null || typeof latest_charge === 'string') throw new Error('no charge')
  return latest_charge
}
/** The types of the events about an object, sorted: events of one write have no order. */
const eventsOf = async (id: string) => {
  const { events } = await fixture.state()
  const about = events.filter((event) => Reflect.get(event.data.object, 'id') === id)
  return about.map(({ type }) => type).toSorted()
}

describe('a refund made in the dashboard', () => {
  test('when it is of a part, then the charge counts it and the shop is notified', async () => {
    const intent = await paid()
    const { status, body } = await fixture.post(`/test/payments/${intent}/refund`, { amount: 300 })
    expect(status).toBe(200)
    expect(body).toMatchObject({ object: 'refund', amount: 300, status: 'succeeded', payment_intent: intent })
    const charge = await chargeOf(intent)
    expect(charge).toMatchObject({ amount_refunded: 300, refunded: false })
    await fixture.webhook('charge.refunded', charge.id)
    await fixture.webhook('refund.created', body.id)
    expect((await fixture.stripe.refunds.list({ charge: charge.id })).data).toMatchObject([{ id: body.id }])
  })

  test('when no amount is given, then it is of what is left, and a further one is rejected', async () => {
    const intent = await paid()
    await fixture.post(`/test/payments/${intent}/refund`, { amount: 300 })
    expect((await fixture.post(`/test/payments/${intent}/refund`)).body).toMatchObject({ amount: 397 })
    expect(await chargeOf(intent)).toMatchObject({ amount_refunded: 697, refunded: true })
    expect(await fixture.post(`/test/payments/${intent}/refund`)).toMatchObject({
      status: 400,
      body: { error: { code: 'charge_already_refunded' } },
    })
  })

  test('when the payment or the amount is not valid, then it is rejected', async () => {
    expect(await fixture.post('/test/payments/pi_unknown/refund')).toMatchObject({ status: 404 })
    const intent = await paid()
    expect(await fixture.post(`/test/payments/${intent}/refund`, { amount: 0 })).toMatchObject({
      status: 400,
    })
    expect(await fixture.post(`/test/payments/${intent}/refund`, { amount: 698 })).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringMatching(/greater than unrefunded amount/) } },
    })
  })
})

describe('a refund that changes later', () => {
  test('when the card confirms refunds late, then it is pending until the bank answers', async () => {
    const intent = await paid('4000000000007726')
    const refund = await fixture.stripe.refunds.create({ payment_intent: intent })
    expect(refund).toMatchObject({ status: 'pending', pending_reason: 'processing' })
    await fixture.settleRefunds()
    expect(await fixture.stripe.refunds.retrieve(refund.id)).toMatchObject({ status: 'pending' })
    try {
      clock = new Date(Date.now() + 31_000)
      await fixture.settleRefunds()
      await fixture.settleRefunds()
    } finally {
      clock = null
    }
    expect(await fixture.stripe.refunds.retrieve(refund.id)).toMatchObject({ status: 'succeeded' })
    expect(await eventsOf(refund.id)).toEqual(['charge.refund.updated', 'refund.created', 'refund.updated'])
  })

  test('when the card fails refunds late, then it fails after it succeeded, and its amount is free again', async () => {
    const intent = await paid('4000000000005126')
    const { id } = await fixture.stripe.refunds.create({ payment_intent: intent })
    expect(await chargeOf(intent)).toMatchObject({ refunded: true })
    expect((await fixture.post(`/test/refunds/${id}/settle`)).body).toMatchObject({ id, status: 'failed' })
    expect(await fixture.stripe.refunds.retrieve(id)).toMatchObject({
      status: 'failed',
      failure_reason: 'expired_or_canceled_card',
    })
    expect(await chargeOf(intent)).toMatchObject({ amount_refunded: 0, refunded: false })
    await fixture.post(`/test/refunds/${id}/settle`)
    expect(await eventsOf(id)).toEqual([
      'charge.refund.updated',
      'refund.created',
      'refund.failed',
      'refund.updated',
    ])
    await fixture.webhook('refund.failed', id)
    expect(await fixture.stripe.refunds.create({ payment_intent: intent })).toMatchObject({ amount: 697 })
  })
})

describe('a dispute', () => {
  test('when it is opened, then the charge is disputed, and no refund is possible', async () => {
    const intent = await paid()
    const { body } = await fixture.post(`/test/payments/${intent}/dispute`, {
      reason: 'product_not_received',
    })
    expect(await fixture.stripe.disputes.retrieve(body.id)).toMatchObject({
      object: 'dispute',
      amount: 697,
      reason: 'product_not_received',
      status: 'needs_response',
      payment_intent: intent,
    })
    expect(await chargeOf(intent)).toMatchObject({ disputed: true })
    await fixture.webhook('charge.dispute.created', body.id)
    await expect(fixture.stripe.refunds.create({ payment_intent: intent })).rejects.toMatchObject({
      statusCode: 400,
      code: 'charge_disputed',
    })
    expect((await fixture.post(`/test/payments/${intent}/dispute`)).body.id).toBe(body.id)
    expect((await fixture.state()).disputes).toContainEqual(expect.objectContaining({ id: body.id }))
    expect(await eventsOf(body.id)).toEqual(['charge.dispute.created'])
  })

  test('when it is closed, then it is won or lost for good, and only a won payment can be refunded', async () => {
    for (const won of [true, false]) {
      const intent = await paid('4000000000000259')
      const { disputes } = await fixture.state()
      const dispute = disputes.find(({ payment_intent }) => payment_intent === intent)
      const id = String(dispute?.id)
      expect(dispute).toMatchObject({ reason: 'fraudulent', status: 'needs_response' })
      const close = (how: boolean) => fixture.post(`/test/disputes/${id}/close`, { won: how })
      expect((await close(won)).body).toMatchObject({ id, status: won ? 'won' : 'lost' })
      expect(await close(won)).toMatchObject({ status: 200 })
      expect(await close(!won)).toMatchObject({ status: 400 })
      expect(await eventsOf(id)).toEqual([
        'charge.dispute.closed',
        'charge.dispute.created',
        'charge.dispute.updated',
      ])
      const refund = await fixture.post(`/test/payments/${intent}/refund`)
      expect(refund.status).toBe(won ? 200 : 400)
    }
  })

  test('when there is no such payment or dispute, then it answers 404', async () => {
    expect(await fixture.post('/test/payments/pi_unknown/dispute')).toMatchObject({ status: 404 })
    expect(await fixture.post('/test/disputes/du_unknown/close', { won: true })).toMatchObject({
      status: 404,
    })
  })
})

describe('a delayed payment', () => {
  const bankAccount = '000123456789'

  test('when it is made, then the session is complete and unpaid, and the payment is processing', async () => {
    const { id } = await open()
    const { body } = await fixture.complete(id, bankAccount)
    expect(body).toMatchObject({ id, status: 'complete', payment_status: 'unpaid' })
    const webhook = await fixture.webhook('checkout.session.completed', id)
    expect(webhook.event.data.object).toMatchObject({ payment_status: 'unpaid' })
    const intent = await fixture.stripe.paymentIntents.retrieve(body.payment_intent)
    expect(intent).toMatchObject({ status: 'processing', amount_received: 0, last_payment_error: null })
    expect(await chargeOf(body.payment_intent)).toMatchObject({ status: 'pending', paid: false })
    expect(await fixture.post(`/test/payments/${body.payment_intent}/refund`)).toMatchObject({ status: 400 })
  })

  test.each([
    [true, 'paid', 'succeeded', 'checkout.session.async_payment_succeeded'],
    [false, 'unpaid', 'requires_payment_method', 'checkout.session.async_payment_failed'],
  ])(
    'when the bank answers %s, then the session is %s and the shop is notified once',
    async (succeeded, session, intent, type) => {
      const { id } = await open()
      const { body } = await fixture.complete(id, bankAccount)
      const settle = (how: boolean) =>
        fixture.post(`/test/payments/${body.payment_intent}/settle`, { succeeded: how })
      expect((await settle(succeeded)).body).toMatchObject({ id: body.payment_intent, status: intent })
      expect(await settle(succeeded)).toMatchObject({ status: 200 })
      expect(await settle(!succeeded)).toMatchObject({ status: 400 })
      expect(await fixture.stripe.checkout.sessions.retrieve(id)).toMatchObject({
        status: 'complete',
        payment_status: session,
      })
      await fixture.webhook(type, id)
      expect(await eventsOf(id)).toEqual([type, 'checkout.session.completed'])
    },
  )

  test('when the payment is not delayed, or it is for a plan, then it is rejected', async () => {
    expect(await fixture.post(`/test/payments/${await paid()}/settle`)).toMatchObject({ status: 400 })
    const { id } = await fixture.stripe.checkout.sessions.create(threeAMonth)
    expect(await fixture.complete(id, bankAccount)).toMatchObject({ status: 402 })
  })
})

describe('the payment of an invoice', () => {
  test('when it is looked up by its payment intent, then it names the invoice', async () => {
    const { body } = await fixture.complete((await fixture.stripe.checkout.sessions.create(threeAMonth)).id)
    await fixture.post(`/test/subscriptions/${body.subscription}/renew`)
    const { data } = await fixture.stripe.invoices.list({
      subscription: body.subscription,
      expand: ['data.payments'],
    })
    for (const invoice of data) {
      const payment_intent = String(invoice.payments?.data[0]?.payment.payment_intent)
      const payment = { type: 'payment_intent' as const, payment_intent }
      expect((await fixture.stripe.invoicePayments.list({ payment })).data).toMatchObject([
        { invoice: invoice.id, payment, status: 'paid' },
      ])
    }
    const payment = { type: 'payment_intent' as const, payment_intent: await paid() }
    expect((await fixture.stripe.invoicePayments.list({ payment })).data).toEqual([])
  })
})
