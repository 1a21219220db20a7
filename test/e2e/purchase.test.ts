import { startStack, until } from '@prankpost/test-harness'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { openLedgers } from '../../ledgers/index.ts'
import { sandboxOf } from '../support/sandbox.ts'
import { Shopper } from '../support/shopper.ts'

const stack = await startStack({
  services: ['auth', 'contact', 'catalog', 'order', 'payment'],
  env: { payment: { SESSION_SWEEP_AFTER_MS: '3000' } },
})
const sandbox = sandboxOf(stack)
const ledgers = openLedgers(stack)
afterAll(async () => {
  await ledgers.close()
  await stack.stop()
})
beforeEach(() => sandbox.chaos({}))

type CheckedOut = Awaited<ReturnType<Shopper['checkOut']>>

/** One paid order, once, with the exact amount, in every ledger. */
async function expectPaidOnce(shopper: Shopper, { orderId, sessionId, total }: CheckedOut) {
  const [entry, ...more] = await shopper.historyOf(1)
  expect(more).toEqual([])
  expect(entry).toMatchObject({ orderId, status: 'paid', price: '4.99', contactName: 'Gerald Snail' })
  await until(async () => (await ledgers.traffic.outboxes()) === 0)
  const id = { $oid: orderId }.$oid
  const order = await ledgers.orders.findOne({ 'checkout.stripeSessionId': sessionId })
  expect(String(order?._id)).toBe(id)
  expect(order).toMatchObject({ status: 'paid', totalCents: Math.round(Number(total) * 100) })
  expect(order?.statusHistory.map(({ status }: { status: string }) => status)).toEqual(['pending', 'paid'])
  const payment = await ledgers.payments.findOne({ 'sessions.id': sessionId })
  expect(payment).toMatchObject({ paidSessionId: sessionId, amountCents: order?.totalCents })
  const { refunds } = await sandbox.state()
  expect(refunds.filter((refund) => refund.payment_intent === order?.paymentIntentId)).toEqual([])
}

describe('one purchase', () => {
  test('when only the webhook arrives then the order is paid', async () => {
    const shopper = await new Shopper(stack).signUp()
    const checkedOut = await shopper.checkOut(2)
    await sandbox.pay(checkedOut.sessionId)
    await expectPaidOnce(shopper, checkedOut)
  })

  test('when only the browser returns then the order is paid', async () => {
    await sandbox.chaos({ dropPercent: 100 })
    const shopper = await new Shopper(stack).signUp()
    const checkedOut = await shopper.checkOut()
    await sandbox.pay(checkedOut.sessionId)
    expect(await shopper.confirm(checkedOut.sessionId, checkedOut.orderId)).toEqual({
      status: 200,
      body: { orderId: checkedOut.orderId },
    })
    await expectPaidOnce(shopper, checkedOut)
  })

  test('when neither happens then the sweep asks the provider and the order is paid', async () => {
    await sandbox.chaos({ dropPercent: 100 })
    const shopper = await new Shopper(stack).signUp()
    const checkedOut = await shopper.checkOut()
    await sandbox.pay(checkedOut.sessionId)
    await expectPaidOnce(shopper, checkedOut)
  })

  test.each([
    ['webhook, then browser', { dropPercent: 0 }, true],
    ['browser, then a late webhook', { delayMs: 800 }, false],
    ['browser and webhook, each several times, mixed', { duplicates: 3, shuffle: true, delayMs: 400 }, false],
    ['webhook, several times, then browser twice', { duplicates: 3 }, true],
  ])('when they arrive as %s then there is one paid order', async (_how, chaos, webhookFirst) => {
    await sandbox.chaos(chaos)
    const shopper = await new Shopper(stack).signUp()
    const checkedOut = await shopper.checkOut()
    await sandbox.pay(checkedOut.sessionId)
    if (webhookFirst) await shopper.historyOf(1)
    const confirmations = await Promise.all(
      [1, 2].map(() => shopper.confirm(checkedOut.sessionId, checkedOut.orderId)),
    )
    expect(confirmations.map(({ status }) => status)).toEqual([200, 200])
    await until(async () => {
      const { events } = await sandbox.state()
      const mine = events.filter(
        (event) => (event.data.object as { id?: string }).id === checkedOut.sessionId,
      )
      return mine.length > 0 && mine.every(({ pending_webhooks }) => pending_webhooks === 0)
    })
    await expectPaidOnce(shopper, checkedOut)
  })

  test('when a card is declined then nothing is paid, the session stays open, and another card pays it', async () => {
    const shopper = await new Shopper(stack).signUp()
    const checkedOut = await shopper.checkOut()
    const declined = await sandbox.pay(checkedOut.sessionId, '4000000000000002')
    expect(declined).toMatchObject({ status: 402, body: { error: { code: 'card_declined' } } })
    expect((await shopper.confirm(checkedOut.sessionId, checkedOut.orderId)).status).toBe(402)
    const again = await shopper.call('POST', '/api/create-stripe-session', {
      orderId: checkedOut.orderId,
      total: checkedOut.total,
    })
    expect(again.body.sessionId).toBe(checkedOut.sessionId)
    await sandbox.pay(checkedOut.sessionId)
    await expectPaidOnce(shopper, checkedOut)
  })

  test('when the session expires then the order has failed, and a new session pays it', async () => {
    const shopper = await new Shopper(stack).signUp()
    const checkedOut = await shopper.checkOut()
    await sandbox.expire(checkedOut.sessionId)
    await until(() =>
      ledgers.orders.findOne({ 'checkout.stripeSessionId': checkedOut.sessionId, status: 'payment_failed' }),
    )
    const again = await shopper.insist(
      'POST',
      '/api/create-stripe-session',
      { orderId: checkedOut.orderId, total: checkedOut.total },
      200,
    )
    expect(again.body.sessionId).not.toBe(checkedOut.sessionId)
    await sandbox.pay(again.body.sessionId)
    const [entry] = await shopper.historyOf(1)
    expect(entry).toMatchObject({ orderId: checkedOut.orderId, status: 'paid' })
    expect(
      (
        await shopper.call('POST', '/api/create-stripe-session', {
          orderId: checkedOut.orderId,
          total: '4.99',
        })
      ).status,
    ).toBe(409)
  })

  test('when another customer confirms a payment then it is a 404 and their history stays empty', async () => {
    const shopper = await new Shopper(stack).signUp()
    const thief = await new Shopper(stack).signUp()
    const checkedOut = await shopper.checkOut()
    await sandbox.chaos({ dropPercent: 100 })
    await sandbox.pay(checkedOut.sessionId)
    expect((await thief.confirm(checkedOut.sessionId, checkedOut.orderId)).status).toBe(404)
    const own = await thief.checkOut()
    // A paid session of another customer does not pay one's own order.
    expect((await thief.confirm(checkedOut.sessionId, own.orderId)).status).toBe(404)
    expect(await thief.history()).toEqual([])
  })

  test('when five windows send the same purchase at once then there is one order and one charge', async () => {
    const shopper = await new Shopper(stack).signUp()
    const cart = await shopper.cart()
    const buy = async () => {
      const { orderId } = (await shopper.insist('POST', '/api/create-order-record', cart, 201)).body
      const session = { orderId, total: cart.total }
      return (await shopper.insist('POST', '/api/create-stripe-session', session, 200)).body.sessionId
    }
    const { total: amount, ...rest } = cart
    const inOne = async () =>
      (await shopper.insist('POST', '/api/create-checkout-session', { ...rest, amount }, 200)).body.sessionId
    const sessionIds = new Set<string>(await Promise.all([buy(), buy(), inOne(), buy(), inOne()]))
    expect(sessionIds.size).toBe(1)
    const [sessionId = ''] = sessionIds
    await Promise.all([sandbox.pay(sessionId), sandbox.pay(sessionId)])
    const [line, ...more] = await shopper.historyOf(1)
    expect(more).toEqual([])
    const payments = (await sandbox.state()).sessions.filter(({ metadata }) => metadata?.id === line?.orderId)
    expect(payments.map(({ id, payment_status }) => [id, payment_status])).toEqual([[sessionId, 'paid']])
  })
})
