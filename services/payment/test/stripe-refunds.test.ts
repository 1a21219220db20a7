import type Stripe from 'stripe'
import { afterAll, describe, expect, test } from 'vitest'
import { type PaidThing, startPaidFixture } from './paid-fixture.ts'

const fixture = await startPaidFixture()
afterAll(() => fixture.close())
const { payOrder, payMonths, refundOf, refund, emitted, load, deliver, stripeEvents, sweep } = fixture

const refundTypes = /^(charge\.refunded|refund\.)/
const refundEvents = (paid: PaidThing) => emitted(paid, 'refund-changed')
/** As in Stripe's dashboard. Returns the refund's id. */
const refundInDashboard = async ({ paymentIntentId }: PaidThing, amount?: number) =>
  String(
    (await fixture.sandbox('POST', `/test/payments/${paymentIntentId}/refund`, { body: { amount } })).body.id,
  )
/** The bank's late answer to a refund. */
const settleAtBank = (stripeRefundId: string) =>
  fixture.sandbox('POST', `/test/refunds/${stripeRefundId}/settle`, { body: {} })

let calls: string[] = []
fixture.deps.stripe.on('request', ({ method, path }: Stripe.RequestEvent) => calls.push(`${method} ${path}`))

const byWebhook = async (paid: PaidThing) => {
  const events = (await stripeEvents(paid, refundTypes)).toReversed()
  for (const event of [...events, ...events]) await deliver(event)
}
/** The two ways in which a change at Stripe becomes known. */
const reports: [string, (paid: PaidThing) => Promise<void>][] = [
  ['webhooks arrive, newest first and twice', byWebhook],
  [
    'every webhook is lost and the sweep reads the list of events',
    async () => {
      await sweep()
      await sweep()
    },
  ],
]

describe.each(reports)('when %s', (_how, report) => {
  test('then refunds made in the dashboard are each reported once, without an id of order', async () => {
    const paid = await payOrder()
    const ids = [await refundInDashboard(paid, 300), await refundInDashboard(paid)]
    await report(paid)
    const reported = await refundEvents(paid)
    expect(reported).toHaveLength(2)
    expect(reported).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          refundId: null,
          stripeRefundId: ids[0],
          amountCents: 300,
          status: 'succeeded',
        }),
        expect.objectContaining({
          refundId: null,
          stripeRefundId: ids[1],
          amountCents: 698,
          orderId: paid.id,
        }),
      ]),
    )
    expect((await load(paid.id)).refunds).toHaveLength(2)
  })

  test('then refunds of months are reported with their invoice, also of an earlier version', async () => {
    const [first, second] = await payMonths()
    await refundInDashboard(first, 100)
    await report(first)
    await fixture.payments.updateOne({ _id: first.id }, { $unset: { 'invoices.$[].paymentIntentId': 1 } })
    await refundInDashboard(second, 200)
    await report(second)
    expect(await refundEvents(first)).toMatchObject([
      { planId: first.id, invoiceId: first.invoiceId, amountCents: 100, refundId: null },
      { planId: first.id, invoiceId: second.invoiceId, amountCents: 200, refundId: null },
    ])
  })

  test('then a refund of a payment that is not recorded yet is reported after the payment', async () => {
    const paid = await payOrder(undefined, { isReported: false })
    await refundInDashboard(paid, 300)
    await report(paid)
    expect((await load(paid.id)).outbox.map(({ type }) => type)).toEqual([
      'payment-succeeded',
      'refund-changed',
    ])
  })
})

describe('when webhooks arrive', () => {
  test('then a refund that the bank confirms later is pending first and then succeeded', async () => {
    const paid = await payOrder('4000000000007726')
    const request = refundOf(paid, 998)
    const answer = await refund(request)
    expect(answer).toMatchObject({ status: 'pending', stripeRefundId: expect.stringMatching(/^re_/) })
    await byWebhook(paid)
    await settleAtBank(String(answer.stripeRefundId))
    await byWebhook(paid)
    expect(await refundEvents(paid)).toMatchObject([
      { refundId: request.refundId, status: 'pending' },
      { refundId: request.refundId, status: 'succeeded', failureReason: null },
    ])
    expect(await refund(request)).toEqual({ ...answer, status: 'succeeded' })
  })

  test('then a refund that fails after it succeeded is failed, with the reason, and its amount can be refunded again', async () => {
    const paid = await payOrder('4000000000005126')
    const request = refundOf(paid, 998)
    const { stripeRefundId } = await refund(request)
    await settleAtBank(String(stripeRefundId))
    await byWebhook(paid)
    expect(await refundEvents(paid)).toMatchObject([
      { refundId: request.refundId, status: 'succeeded', failureReason: null },
      { refundId: request.refundId, status: 'failed', failureReason: 'expired_or_canceled_card' },
    ])
    expect(await refund(request)).toMatchObject({ status: 'failed', stripeRefundId })
    expect(await refund(refundOf(paid, 998))).toMatchObject({ status: 'succeeded' })
  })

  test('then the refund of a second payment of an order is not one of the order', async () => {
    const paid = await payOrder()
    const second = await fixture.deps.stripe.checkout.sessions.create({
      mode: 'payment',
      metadata: { kind: 'order', id: paid.id, ownerId: (await load(paid.id)).ownerId },
      line_items: [
        { quantity: 1, price_data: { currency: 'usd', unit_amount: 499, product_data: { name: 'Again' } } },
      ],
      success_url: 'http://store.test/success',
    })
    const { body } = await fixture.pay(second.id)
    await deliver(await fixture.event('checkout.session.completed', second.id))
    const again = { ...paid, paymentIntentId: String(body.payment_intent) }
    expect(await fixture.refundsAtStripe(again)).toMatchObject([{ amount: 499, reason: 'duplicate' }])
    await byWebhook(again)
    expect(await refundEvents(paid)).toEqual([])
    expect((await load(paid.id)).sessions).toMatchObject([{ status: 'paid' }, { status: 'refunded' }])
  })
})

describe('when every webhook arrived', () => {
  test('then a scan of refunds, disputes and second payments costs one call to Stripe', async () => {
    const paid = await payOrder('4000000000005126')
    const { stripeRefundId } = await refund(refundOf(paid, 300))
    await refundInDashboard(paid, 100)
    await settleAtBank(String(stripeRefundId))
    await fixture.sandbox('POST', `/test/payments/${paid.paymentIntentId}/dispute`, { body: {} })
    for (const event of await stripeEvents(paid, /./)) await deliver(event)
    await sweep()
    calls = []
    await sweep()
    expect(calls).toEqual([expect.stringMatching(/^GET \/v1\/events\?/)])
  })
})

describe('a refund of another shop on the account', () => {
  test('when it is reported then nothing happens', async () => {
    const { id } = await fixture.deps.stripe.checkout.sessions.create({
      mode: 'payment',
      line_items: [
        { quantity: 1, price_data: { currency: 'usd', unit_amount: 100, product_data: { name: 'A mug' } } },
      ],
      success_url: 'http://other.test',
    })
    const { body } = await fixture.pay(id)
    const other = {
      id,
      paymentIntentId: String(body.payment_intent),
      invoiceId: null,
      kind: 'order' as const,
    }
    await refundInDashboard(other)
    for (const event of await stripeEvents(other, refundTypes)) await deliver(event)
    await sweep()
    expect(await fixture.payments.exists({ 'refunds.paymentIntentId': other.paymentIntentId })).toBeNull()
    expect(await fixture.models.stripeEvents.countDocuments({ state: 'received' })).toBe(0)
  })
})
