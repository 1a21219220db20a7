import { createKeyedMutex } from '@prankpost/service-kit'
import { newId } from '@prankpost/service-kit/testing'
import { until } from '@prankpost/test-harness'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { requestRefund } from '../src/use-cases/request-refund.ts'
import { sweepSessions } from '../src/use-cases/sweep-sessions.ts'
import { unreachableStripe } from './fixture.ts'
import { type PaidThing, startPaidFixture } from './paid-fixture.ts'

const fixture = await startPaidFixture()
afterAll(() => fixture.close())
afterEach(() => fixture.delayStripe(0))
const { payOrder, payMonths, refundOf, refund, handle, refundsAtStripe, emitted, load } = fixture

const refundEvents = (paid: PaidThing) => emitted(paid, 'refund-changed')
/** As another replica: with its own mutex. */
const replica = () => ({ ...fixture.deps, serializeRefunds: createKeyedMutex() })
const withoutStripe = () => ({ ...replica(), stripe: unreachableStripe })
/** As another replica that read the list of refunds before the first one was made. */
const withoutList = () => {
  const { stripe } = fixture.deps
  const refunds = Object.assign(Object.create(stripe.refunds), { list: async () => ({ data: [] }) })
  return { ...replica(), stripe: Object.assign(Object.create(stripe), { refunds }) }
}
const sweepNow = async ({ id }: PaidThing) => {
  await fixture.payments.updateOne({ _id: id }, { $set: { sweepAt: new Date(0) } })
  await sweepSessions(fixture.deps)
}

describe('a refund that order requests', () => {
  test('when it is requested then Stripe makes it, it is recorded, and one event reports it', async () => {
    const paid = await payOrder()
    const request = refundOf(paid, 300)
    const answer = await refund(request)
    const [atStripe] = await refundsAtStripe(paid)
    expect(atStripe).toMatchObject({
      amount: 300,
      status: 'succeeded',
      metadata: { refundId: request.refundId, id: paid.id, kind: 'order' },
    })
    expect(answer).toEqual({ status: 'succeeded', stripeRefundId: atStripe?.id, failureReason: null })
    const payment = await load(paid.id)
    expect(payment.refunds).toMatchObject([
      { refundId: request.refundId, stripeRefundId: atStripe?.id, amountCents: 300, status: 'succeeded' },
    ])
    expect(payment.sweepAt).toBeUndefined()
    expect(await refundEvents(paid)).toEqual([
      {
        orderId: paid.id,
        planId: null,
        invoiceId: null,
        ownerId: payment.ownerId,
        refundId: request.refundId,
        stripeRefundId: atStripe?.id,
        paymentIntentId: paid.paymentIntentId,
        amountCents: 300,
        status: 'succeeded',
        failureReason: null,
        at: expect.any(String),
      },
    ])
    expect(payment.journal?.map(({ type }) => type)).toEqual(['payment-succeeded', 'refund-changed'])
  })

  test('when it is requested again, by the event and by the call, also at once, then it is made once', async () => {
    const paid = await payOrder()
    const request = refundOf(paid, 300)
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => [refund(request), handle(request)]).flat(),
    )
    expect(new Set(answers.filter(Boolean).map((answer) => JSON.stringify(answer))).size).toBe(1)
    await handle(request)
    expect(await refund(request)).toEqual(answers[0])
    expect(await refundsAtStripe(paid)).toHaveLength(1)
    expect(await refundEvents(paid)).toHaveLength(1)
  })

  test('when several are requested at once then each is made, never more than was paid', async () => {
    const paid = await payOrder()
    const answers = await Promise.all(Array.from({ length: 5 }, () => refund(refundOf(paid, 300))))
    const statuses = answers.map(({ status }) => status).toSorted()
    expect(statuses).toEqual(['failed', 'failed', 'succeeded', 'succeeded', 'succeeded'])
    expect((await refundsAtStripe(paid)).map(({ amount }) => amount)).toEqual([300, 300, 300])
    expect(await refundEvents(paid)).toHaveLength(5)
  })

  test('when it is of a month then that month is refunded', async () => {
    for (const month of await payMonths()) {
      expect(await refund(refundOf(month, 500))).toMatchObject({ status: 'succeeded' })
      expect((await refundsAtStripe(month)).map(({ amount }) => amount)).toEqual([500])
      expect((await refundEvents(month)).at(-1)).toMatchObject({
        orderId: null,
        planId: month.id,
        invoiceId: month.invoiceId,
        paymentIntentId: month.paymentIntentId,
      })
    }
  })

  test('when an earlier version recorded the month without its payment intent then Stripe is asked for it', async () => {
    for (const month of await payMonths()) {
      await fixture.payments.updateOne({ _id: month.id }, { $unset: { 'invoices.$[].paymentIntentId': 1 } })
      expect(await refund(refundOf(month, 500))).toMatchObject({ status: 'succeeded' })
      expect((await load(month.id)).invoices.find(({ id }) => id === month.invoiceId)).toMatchObject({
        paid: true,
        paymentIntentId: month.paymentIntentId,
      })
    }
  })
})

describe('a refund that cannot be made', () => {
  test('when Stripe refuses it then it is failed with the reason, is reported once, and stays failed', async () => {
    const paid = await payOrder()
    const request = refundOf(paid, 999)
    const answer = await refund(request)
    expect(answer).toEqual({
      status: 'failed',
      stripeRefundId: null,
      failureReason: expect.stringMatching(/greater than unrefunded amount/),
    })
    expect(await refund(request)).toEqual(answer)
    await handle(request)
    expect(await refundEvents(paid)).toMatchObject([
      { refundId: request.refundId, stripeRefundId: null, status: 'failed', amountCents: 999 },
    ])
    expect((await load(paid.id)).sweepAt).toBeUndefined()
    expect(await refundsAtStripe(paid)).toEqual([])
  })

  test('when the payment is disputed then it is failed with the reason', async () => {
    const paid = await payOrder('4000000000000259')
    const answer = await refund(refundOf(paid, 998))
    expect(answer).toMatchObject({ status: 'failed', failureReason: expect.stringMatching(/charged back/) })
  })

  test('when it names the payment of another order, an unknown one, or another month then it is failed', async () => {
    const [paid, other, [first, second]] = [await payOrder(), await payOrder(), await payMonths()]
    for (const request of [
      refundOf({ ...paid, paymentIntentId: other.paymentIntentId }, 100),
      refundOf({ ...paid, paymentIntentId: 'pi_unknown' }, 100),
      refundOf({ ...first, paymentIntentId: second.paymentIntentId }, 100),
    ]) {
      expect(await refund(request)).toMatchObject({ status: 'failed', stripeRefundId: null })
    }
    expect(await refundEvents(paid)).toMatchObject([{ status: 'failed' }, { status: 'failed' }])
    expect(await refundEvents(first)).toMatchObject([{ status: 'failed' }])
    for (const one of [paid, other, first, second]) expect(await refundsAtStripe(one)).toEqual([])
  })

  test('when the order has no payment then it is a 404, and the event is redelivered', async () => {
    const request = refundOf({ id: newId(), paymentIntentId: 'pi_x', invoiceId: null, kind: 'order' }, 1)
    await expect(refund(request)).rejects.toMatchObject({ status: 404 })
    await expect(handle(request)).rejects.toThrow('no payment')
  })

  test('when it is of nothing then it is rejected', async () => {
    const paid = await payOrder()
    await expect(refund({ ...refundOf(paid, 100), orderId: null })).rejects.toMatchObject({ status: 400 })
    expect(await refundsAtStripe(paid)).toEqual([])
  })
})

describe('when Stripe is slow', () => {
  test('then the refund is already due, another process gets a 503, and it is made once', async () => {
    const paid = await payOrder()
    const request = refundOf(paid, 300)
    await fixture.delayStripe(60_000)
    const first = requestRefund(request, withoutList())
    await until(async () => (await fixture.waitingAtStripe()) === 1)
    expect((await load(paid.id)).refunds).toMatchObject([{ status: 'due', stripeRefundId: null }])
    await expect(requestRefund(request, withoutList())).rejects.toMatchObject({ status: 503 })
    await fixture.delayStripe(0)
    const answer = await first
    expect(await refund(request)).toEqual(answer)
    expect(await refundsAtStripe(paid)).toMatchObject([{ id: answer.stripeRefundId, amount: 300 }])
    expect(await refundEvents(paid)).toHaveLength(1)
  })

  test('then an event and a call in one process wait for each other, and both get the refund', async () => {
    const paid = await payOrder()
    const request = refundOf(paid, 300)
    await fixture.delayStripe(60_000)
    const calls = [refund(request), handle(request), refund(request)]
    await until(async () => (await fixture.waitingAtStripe()) === 1)
    await fixture.delayStripe(0)
    const [first, , last] = await Promise.all(calls)
    expect(first).toMatchObject({ status: 'succeeded' })
    expect(last).toEqual(first)
    expect(await refundsAtStripe(paid)).toHaveLength(1)
  })
})

describe('when the process dies or Stripe is unavailable', () => {
  test('before Stripe is called then the refund stays due, and the redelivered event completes it', async () => {
    const paid = await payOrder()
    const request = refundOf(paid, 300)
    await expect(requestRefund(request, withoutStripe())).rejects.toMatchObject({ status: 503 })
    expect(await load(paid.id)).toMatchObject({ refunds: [{ status: 'due' }], sweepAt: expect.any(Date) })
    expect(await refundEvents(paid)).toEqual([])
    await handle(request)
    expect(await refundEvents(paid)).toMatchObject([{ status: 'succeeded', refundId: request.refundId }])
    expect(await refundsAtStripe(paid)).toHaveLength(1)
    expect((await load(paid.id)).sweepAt).toBeUndefined()
  })

  test('before Stripe is called then the sweep completes all due refunds of the payment', async () => {
    const paid = await payOrder()
    for (const cents of [300, 200]) {
      await expect(requestRefund(refundOf(paid, cents), withoutStripe())).rejects.toMatchObject({
        status: 503,
      })
    }
    await sweepNow(paid)
    await sweepNow(paid)
    expect((await refundsAtStripe(paid)).map(({ amount }) => amount)).toEqual([200, 300])
    expect(await refundEvents(paid)).toHaveLength(2)
  })

  test.each(['the redelivered event', 'the sweep'])(
    'after Stripe made the refund, and its idempotency key has expired, then %s records it and makes no other',
    async (repair) => {
      const paid = await payOrder()
      const request = refundOf(paid, 300)
      await expect(requestRefund(request, withoutStripe())).rejects.toMatchObject({ status: 503 })
      const { refundId } = request
      const made = await fixture.deps.stripe.refunds.create({
        payment_intent: paid.paymentIntentId,
        amount: 300,
        metadata: { refundId, id: paid.id, kind: 'order' },
      })
      await (repair === 'the sweep' ? sweepNow(paid) : handle(request))
      expect(await refund(request)).toMatchObject({ status: 'succeeded', stripeRefundId: made.id })
      expect(await refundsAtStripe(paid)).toHaveLength(1)
      expect(await refundEvents(paid)).toHaveLength(1)
    },
  )
})
