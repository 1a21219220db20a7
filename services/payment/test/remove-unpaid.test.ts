import { sessionCreated, unpaidRemoved } from '@prankpost/contracts'
import { afterAll, describe, expect, test } from 'vitest'
import { listUnknownMoney } from '../src/use-cases/list-unknown-money.ts'
import { orderRequest, startFixture } from './fixture.ts'

const fixture = await startFixture()
afterAll(() => fixture.close())

type Request = ReturnType<typeof orderRequest>['request']

const open = async (request: Request) =>
  (await fixture.asOrder.post('/internal/order-sessions', sessionCreated, request)).sessionId
const remove = async ({ orderId }: Request, sessionId: string | null = null) =>
  (await fixture.asOrder.post(`/internal/orders/${orderId}/remove-unpaid`, unpaidRemoved, { sessionId }))
    .removed
const load = ({ orderId }: Request) => fixture.payments.findById(orderId).lean()
const atStripe = (sessionId: string) => fixture.deps.stripe.checkout.sessions.retrieve(sessionId)
/** Marks payment's events as published, as its relay does. */
const publish = ({ orderId }: Request) =>
  fixture.payments.updateOne(
    { _id: orderId },
    { $set: { outbox: [] }, $unset: { outboxDueAt: 1 }, $inc: { revision: 1 } },
  )
const unknownMoney = async () => {
  const found: string[] = []
  for await (const { id } of listUnknownMoney(new Date(0), fixture.deps)) found.push(id)
  return found
}

describe('the payment of an order that expired unpaid', () => {
  test('when its session is open, then it is ended at Stripe, and the payment is removed after its last event is published', async () => {
    const { request } = orderRequest()
    const sessionId = await open(request)
    expect(await remove(request, sessionId)).toBe(false)
    expect(await atStripe(sessionId)).toMatchObject({ status: 'expired' })
    expect((await load(request))?.outbox.map(({ type }) => type)).toEqual(['payment-failed'])
    await publish(request)
    expect(await remove(request, sessionId)).toBe(true)
    expect(await load(request)).toBeNull()
    expect((await fixture.pay(sessionId)).status).not.toBe(200)
    // As after a crash before the order was deleted.
    expect(await remove(request, sessionId)).toBe(true)
    await fixture.deliver(await fixture.event('checkout.session.expired', sessionId))
    expect(await load(request)).toBeNull()
    expect(await unknownMoney()).not.toContain(request.orderId)
  })

  test('when it never existed, then there is nothing to remove', async () => {
    expect(await remove(orderRequest().request)).toBe(true)
  })

  test('when it was paid and that was not reported, then it stays and payment-succeeded is emitted', async () => {
    const { request } = orderRequest()
    const sessionId = await open(request)
    await fixture.pay(sessionId)
    expect(await remove(request, sessionId)).toBe(false)
    await publish(request)
    expect(await remove(request, sessionId)).toBe(false)
    expect(await load(request)).toMatchObject({
      paidSessionId: sessionId,
      journal: [{ type: 'payment-succeeded' }],
    })
  })

  test('when it is paid at the same moment, four times, then it is removed or paid, never both', async () => {
    for (let round = 0; round < 4; round++) {
      const { request } = orderRequest()
      const sessionId = await open(request)
      const [paid] = await Promise.all([fixture.pay(sessionId), remove(request, sessionId)])
      await publish(request)
      const isRemoved = await remove(request, sessionId)
      expect(isRemoved).toBe(paid.status !== 200)
      expect((await load(request)) === null).toBe(isRemoved)
      expect((await atStripe(sessionId)).payment_status).toBe(isRemoved ? 'unpaid' : 'paid')
    }
    expect(await unknownMoney()).toEqual([])
  })

  test('when payment does not know it, as after a restore, then it is read from Stripe: paid stays, open is ended', async () => {
    const paid = orderRequest().request
    const paidSession = await open(paid)
    await fixture.pay(paidSession)
    const unpaid = orderRequest().request
    const openSession = await open(unpaid)
    await fixture.payments.deleteMany({ _id: { $in: [paid.orderId, unpaid.orderId] } })
    expect(await remove(paid, paidSession)).toBe(false)
    expect(await unknownMoney()).toEqual([paid.orderId])
    expect(await remove(unpaid, openSession)).toBe(true)
    expect(await atStripe(openSession)).toMatchObject({ status: 'expired' })
    expect(await remove(orderRequest().request, 'cs_test_that_stripe_does_not_know')).toBe(true)
  })

  test('when a crashed process left another attempt, then that is closed too', async () => {
    const { request } = orderRequest()
    await open(request)
    await fixture.payments.updateOne(
      { _id: request.orderId },
      {
        $set: { 'sessions.0.status': 'creating', 'sessions.0.id': null, 'sessions.0.url': null },
        $unset: { sweepAt: 1 },
      },
    )
    expect(await remove(request)).toBe(true)
    expect(await load(request)).toBeNull()
  })
})
