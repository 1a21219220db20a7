import type Stripe from 'stripe'
import { afterAll, describe, expect, test } from 'vitest'
import { type PaidThing, startPaidFixture } from './paid-fixture.ts'

const fixture = await startPaidFixture()
afterAll(() => fixture.close())
const { payOrder, payMonths, emitted, load, deliver, stripeEvents, sweep } = fixture

const disputeEvents = (paid: PaidThing) => emitted(paid, 'dispute-changed')
const dispute = async ({ paymentIntentId }: PaidThing, reason?: string) =>
  String(
    (await fixture.sandbox('POST', `/test/payments/${paymentIntentId}/dispute`, { body: { reason } })).body
      .id,
  )
const close = (id: string, won: boolean) =>
  fixture.sandbox('POST', `/test/disputes/${id}/close`, { body: { won } })
const setStatus = (id: string, status: Stripe.Dispute.Status) =>
  fixture.sandboxDb
    .collection('checkouts')
    .updateOne({ 'payments.disputes.id': id }, { $set: { 'payments.0.disputes.0.status': status } })

const inReverse = async (paid: PaidThing) => {
  const events = (await stripeEvents(paid, /^charge\.dispute\./)).toReversed()
  for (const event of [...events, ...events]) await deliver(event)
}
const fromTheList = async (_paid: PaidThing) => {
  await sweep()
  await sweep()
}

describe.each([
  ['webhooks arrive, newest first and twice', inReverse],
  ['every webhook is lost and the sweep reads the list of events', fromTheList],
])('when %s', (_how, report) => {
  test('then a dispute is reported when it is opened, and when it is closed', async () => {
    const paid = await payOrder()
    const disputeId = await dispute(paid, 'product_not_received')
    await report(paid)
    const about = {
      orderId: paid.id,
      planId: null,
      invoiceId: null,
      ownerId: (await load(paid.id)).ownerId,
      disputeId,
      paymentIntentId: paid.paymentIntentId,
      amountCents: 998,
      reason: 'product_not_received',
      at: expect.any(String),
    }
    expect(await disputeEvents(paid)).toEqual([{ ...about, status: 'open' }])
    await close(disputeId, true)
    await report(paid)
    expect(await disputeEvents(paid)).toEqual([
      { ...about, status: 'open' },
      { ...about, status: 'won' },
    ])
    const payment = await load(paid.id)
    expect(payment.disputes).toMatchObject([{ id: disputeId, status: 'won' }])
    expect(payment.journal?.map(({ type }) => type)).toEqual([
      'payment-succeeded',
      'dispute-changed',
      'dispute-changed',
    ])
  })

  test.each([
    ['lost', 'won'],
    ['won', 'lost'],
  ] as const)(
    'then a decision that the bank reverses is reported once more: %s, then %s',
    async (first, last) => {
      const paid = await payOrder()
      const disputeId = await dispute(paid)
      await report(paid)
      await close(disputeId, first === 'won')
      await report(paid)
      // The sandbox closes only an open dispute.
      await setStatus(disputeId, 'needs_response')
      await close(disputeId, last === 'won')
      await report(paid)
      const statuses = ['open', first, last]
      expect(await disputeEvents(paid)).toMatchObject(statuses.map((status) => ({ status })))
      expect((await load(paid.id)).disputes).toMatchObject([{ id: disputeId, status: last }])
    },
  )

  test('then a dispute about a month names its invoice', async () => {
    const [, month] = await payMonths()
    await dispute(month)
    await report(month)
    expect(await disputeEvents(month)).toMatchObject([
      { orderId: null, planId: month.id, invoiceId: month.invoiceId, amountCents: 1497, status: 'open' },
    ])
  })

  test('then a payment that is disputed at once is reported before its dispute', async () => {
    const paid = await payOrder('4000000000000259', { isReported: false })
    await report(paid)
    expect((await load(paid.id)).outbox.map(({ type }) => type)).toEqual([
      'payment-succeeded',
      'dispute-changed',
    ])
    expect(await disputeEvents(paid)).toMatchObject([{ reason: 'fraudulent', status: 'open' }])
  })
})

describe("Stripe's other statuses", () => {
  test('when a dispute is lost before it is reported then it is reported as lost', async () => {
    const paid = await payOrder()
    await close(await dispute(paid), false)
    await inReverse(paid)
    expect(await disputeEvents(paid)).toMatchObject([{ status: 'lost' }])
  })

  const statuses: [Stripe.Dispute.Status, string][] = [
    ['warning_needs_response', 'open'],
    ['under_review', 'open'],
    ['warning_closed', 'won'],
    ['prevented', 'lost'],
  ]
  test.each(statuses)('when a dispute is %s then it is %s', async (status, recorded) => {
    const paid = await payOrder()
    const disputeId = await dispute(paid)
    await setStatus(disputeId, status)
    await inReverse(paid)
    expect(await disputeEvents(paid)).toMatchObject([{ status: recorded }])
  })
})
