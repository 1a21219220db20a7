import { renewalConsent, type Subscription } from '@prankpost/contracts'
import { startStack, until } from '@prankpost/test-harness'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { openLedgers } from '../../ledgers/index.ts'
import { sandboxOf } from '../support/sandbox.ts'
import { Shopper } from '../support/shopper.ts'

const stack = await startStack({
  services: ['auth', 'contact', 'catalog', 'order', 'payment', 'subscription', 'achievement'],
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

const planOf = async (shopper: Shopper): Promise<Subscription | undefined> =>
  ((await shopper.insist('GET', '/api/subscriptions', undefined, 200)).body as Subscription[])[0]

async function subscribe(shopper: Shopper, prankCount = 3, discountCode?: string) {
  const body = { prankCount, ...(discountCode === undefined ? {} : { discountCode }) }
  const { body: session } = await shopper.insist('POST', '/api/create-subscription-checkout', body, 200)
  return session as { sessionId: string; url: string }
}

const inStatus = (shopper: Shopper, status: string) =>
  until(async () => {
    const plan = await planOf(shopper)
    return plan?.status === status ? plan : null
  })

const renew = (stripeSubscriptionId: string | null, how: 'renew' | 'fail-renewal') =>
  sandbox.bill(String(stripeSubscriptionId), how)

/** The orders of a plan, by type and amount, once there are that many. */
const ordersOf = (subscriptionId: string, count: number) =>
  until(async () => {
    const found = await ledgers.orders
      .find({ 'plan.subscriptionId': subscriptionId })
      .sort({ _id: 1 })
      .toArray()
    return found.length >= count ? found.map(({ type, totalCents }) => [type, totalCents]) : null
  })

describe('a plan', () => {
  test('when it is bought, renewed, fails, recovers and is cancelled then each step is recorded once', async () => {
    await sandbox.chaos({ duplicates: 2, shuffle: true, delayMs: 300 })
    const shopper = await new Shopper(stack).signUp()
    const { sessionId } = await subscribe(shopper)
    expect((await subscribe(shopper)).sessionId).toBe(sessionId)
    await sandbox.pay(sessionId)
    const answer = await shopper.insist('POST', '/api/process-subscription-success', { sessionId }, 200)
    const plan = await inStatus(shopper, 'active')
    expect(answer.body).toEqual({ subscriptionId: plan.id })
    expect(plan).toMatchObject({ monthlyAmount: '14.97', fulfillmentStatus: 'yellow', prankCount: 3 })
    expect((await shopper.call('POST', '/api/create-subscription-checkout', { prankCount: 1 })).status).toBe(
      409,
    )

    await renew(plan.stripeSubscriptionId, 'renew')
    await ordersOf(plan.id, 2)
    await renew(plan.stripeSubscriptionId, 'fail-renewal')
    await inStatus(shopper, 'past_due')
    await renew(plan.stripeSubscriptionId, 'renew')
    await inStatus(shopper, 'active')
    expect(await ordersOf(plan.id, 3)).toEqual([
      ['subscription', 1497],
      ['monthly', 1497],
      ['monthly', 1497],
    ])
    const months = await ledgers.orders.find({ 'plan.subscriptionId': plan.id }).toArray()
    const { wording, version } = renewalConsent(1497)
    expect(plan.agreement).toMatchObject({ wording, version, price: '14.97' })
    for (const { agreement } of months) expect(agreement).toMatchObject({ wording, version })

    const cancel = () => shopper.call('POST', `/api/subscriptions/${plan.id}/cancel`)
    expect(await cancel()).toMatchObject({
      status: 200,
      body: { message: expect.stringMatching(/has been/) },
    })
    expect(await planOf(shopper)).toMatchObject({ status: 'cancelled', cancelledAt: expect.any(String) })
    expect(await cancel()).toMatchObject({ status: 200, body: { message: expect.stringMatching(/already/) } })
    const monthsPaid = async () => {
      const { body } = await shopper.call('GET', '/api/achievements')
      return (body as { id: string; progress: number }[]).find(({ id }) => id === 'marathon')?.progress
    }
    await until(async () => (await monthsPaid()) === 3)
    await until(async () => (await ledgers.traffic.outboxes()) === 0)
    expect(await ordersOf(plan.id, 3)).toHaveLength(3)
    const { body } = await shopper.insist(
      'GET',
      `/api/admin/subscriptions?adminPassword=${stack.adminPassword}&status=cancelled&q=${plan.id}`,
      undefined,
      200,
    )
    expect(body).toMatchObject({ total: 1, items: [{ id: plan.id, user: { email: shopper.email } }] })
  })

  test('when another plan is chosen before paying then the first session can no longer be paid', async () => {
    const shopper = await new Shopper(stack).signUp()
    const first = await subscribe(shopper, 2)
    const second = await subscribe(shopper, 5, 'MARKYMARC')
    expect((await sandbox.pay(first.sessionId)).status).toBeGreaterThanOrEqual(400)
    await sandbox.pay(second.sessionId)
    expect(await inStatus(shopper, 'active')).toMatchObject({ prankCount: 5, monthlyAmount: '0.99' })
  })

  test('when the customer chooses again after paying, before the payment is reported, then it is refused, and the sweep finds the payment', async () => {
    await sandbox.chaos({ dropPercent: 100 })
    const shopper = await new Shopper(stack).signUp()
    const { sessionId } = await subscribe(shopper, 1)
    await sandbox.pay(sessionId)
    const again = await shopper.call('POST', '/api/create-subscription-checkout', { prankCount: 2 })
    expect([again.status, again.body.code]).toEqual([409, 'conflict'])
    expect(await inStatus(shopper, 'active')).toMatchObject({ prankCount: 1 })
  })
})
