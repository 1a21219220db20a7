import { sessionCreated } from '@prankpost/contracts'
import { afterAll, describe, expect, test } from 'vitest'
import { sweepSessions } from '../src/use-cases/sweep-sessions.ts'
import { orderRequest } from './fixture.ts'
import { startPaidFixture } from './paid-fixture.ts'

const fixture = await startPaidFixture()
afterAll(() => fixture.close())
const { load, deliver, event, sweep } = fixture

/** Stripe's test account for ACH direct debit: the bank confirms the payment later. */
const bankAccount = '000123456789'

/** An order whose customer paid by bank account; Stripe's event about it is delivered. */
async function payLater() {
  const { customer, request } = orderRequest()
  const open = () => fixture.asOrder.post('/internal/order-sessions', sessionCreated, request)
  const { sessionId } = await open()
  const { body } = await fixture.pay(sessionId, bankAccount)
  await deliver(await event('checkout.session.completed', sessionId))
  const settle = (succeeded: boolean) =>
    fixture.sandbox('POST', `/test/payments/${body.payment_intent}/settle`, { body: { succeeded } })
  return { id: request.orderId, customer, open, sessionId, settle }
}
const types = async (id: string) => (await load(id)).outbox.map(({ type }) => type)
const sweepSession = async (id: string) => {
  await fixture.payments.updateOne({ _id: id }, { $set: { sweepAt: new Date(0) } })
  await sweepSessions(fixture.deps)
}

type Order = Awaited<ReturnType<typeof payLater>>
type Report = [string, (order: Order, type: string) => Promise<unknown>]
const byWebhook: Report = [
  'its webhook arrives twice',
  async ({ sessionId }, type) => {
    await deliver(await event(type, sessionId))
    await deliver(await event(type, sessionId))
  },
]
const byEvents: Report = ['every webhook is lost and the events are swept', () => sweep()]
const bySession: Report = ['every webhook is lost and the session is swept', ({ id }) => sweepSession(id)]

describe('an order that is paid by bank account', () => {
  test('when the bank has not answered then it is neither paid nor failed, and no second page opens', async () => {
    const order = await payLater()
    await sweep()
    await sweepSession(order.id)
    expect(await load(order.id)).toMatchObject({ paidSessionId: null, sessions: [{ status: 'open' }] })
    expect(await types(order.id)).toEqual([])
    await expect(order.open()).rejects.toMatchObject({ status: 409, message: /still processing/ })
    const answer = await fixture.call('POST', '/api/confirm-payment-success', {
      as: order.customer,
      body: { sessionId: order.sessionId, orderId: order.id },
    })
    expect(answer.status).toBe(402)
  })

  test.each([byWebhook, byEvents, bySession])(
    'when the bank confirms it and %s then it is paid once',
    async (_how, report) => {
      const order = await payLater()
      await order.settle(true)
      await report(order, 'checkout.session.async_payment_succeeded')
      expect(await types(order.id)).toEqual(['payment-succeeded'])
      expect(await load(order.id)).toMatchObject({ paidSessionId: order.sessionId })
      await expect(order.open()).rejects.toMatchObject({ status: 409, message: /paid already/ })
    },
  )

  test.each([byWebhook, bySession])(
    'when the bank refuses it and %s then it can be paid anew',
    async (_how, report) => {
      const order = await payLater()
      await order.settle(false)
      await report(order, 'checkout.session.async_payment_failed')
      const { outbox, sessions, sweepAt, openSlot } = await load(order.id)
      expect(outbox.map(({ type, data }) => [type, data])).toEqual([
        ['payment-failed', expect.objectContaining({ sessionId: order.sessionId, reason: 'failed' })],
      ])
      expect([sessions[0]?.status, sweepAt, openSlot]).toEqual(['failed', undefined, undefined])
      const again = await order.open()
      expect(again.sessionId).not.toBe(order.sessionId)
      await fixture.pay(again.sessionId)
      await deliver(await event('checkout.session.completed', again.sessionId))
      expect(await types(order.id)).toEqual(['payment-failed', 'payment-succeeded'])
    },
  )

  test('when the bank refuses it and the customer pays anew before the webhook then both are recorded', async () => {
    const order = await payLater()
    await order.settle(false)
    const again = await order.open()
    await fixture.pay(again.sessionId)
    await deliver(await event('checkout.session.completed', again.sessionId))
    await deliver(await event('checkout.session.async_payment_failed', order.sessionId))
    expect(await types(order.id)).toEqual(['payment-failed', 'payment-succeeded'])
  })
})
