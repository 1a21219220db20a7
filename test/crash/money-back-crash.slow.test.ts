import type { Subscription } from '@prankpost/contracts'
import { type Stack, startStack, until } from '@prankpost/test-harness'
import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Ledgers, openLedgers } from '../../ledgers/index.ts'
import { sandboxOf } from '../support/sandbox.ts'
import { Shopper } from '../support/shopper.ts'

let stack: Stack
let ledgers: Ledgers
let stripe: Stripe
beforeAll(async () => {
  stack = await startStack({
    services: ['auth', 'contact', 'catalog', 'order', 'payment', 'subscription'],
    crashAt: {},
    env: { payment: { SESSION_SWEEP_AFTER_MS: '2000' } },
  })
  ledgers = openLedgers(stack)
  const { hostname: host, port } = new URL(stack.sandboxUrl)
  stripe = new Stripe('sk_test_of_this_test', { host, port, protocol: 'http' })
}, 90_000)
afterAll(async () => {
  await ledgers.close()
  await stack.stop()
})

/**
 * A session at Stripe for an existing purchase: from another window, and unknown to us as after a restored
 * backup. Its metadata says what it is for.
 */
async function secondSession(
  mode: 'payment' | 'subscription',
  metadata: Stripe.MetadataParam,
): Promise<string> {
  const recurring = mode === 'subscription' ? { recurring: { interval: 'month' as const } } : {}
  const price = { currency: 'usd', unit_amount: 499, product_data: { name: 'Once more' }, ...recurring }
  const { id } = await stripe.checkout.sessions.create({
    mode,
    metadata,
    line_items: [{ quantity: 1, price_data: price }],
    success_url: stack.baseUrl,
    ...(mode === 'subscription' ? { subscription_data: { metadata } } : {}),
  })
  return id
}

const given = (id: string, sessionId: string) =>
  until(async () => {
    const payment = await ledgers.payments.findOne({ _id: id as never })
    const session = payment?.sessions.find((one: { id: string }) => one.id === sessionId)
    return session?.status === 'refunded' ? session : null
  }, 30_000)
const refundsOf = async (intent: string) =>
  (await sandboxOf(stack).state()).refunds.filter(({ payment_intent }) => payment_intent === intent)

describe('when payment dies during a refund', () => {
  test("at payment:refunded (between Stripe's refund and our record of it) then an order that was paid twice is refunded once", async () => {
    const sandbox = sandboxOf(stack)
    const shopper = await new Shopper(stack).signUp()
    const { orderId, sessionId } = await shopper.checkOut()
    await sandbox.pay(sessionId)
    await shopper.historyOf(1)
    stack.crashAt('payment', 'payment:refunded')
    const again = await secondSession('payment', { kind: 'order', id: orderId, ownerId: shopper.id })
    await sandbox.pay(again)
    await stack.crashed('payment')
    const { refundId, paymentIntentId } = await given(orderId, again)
    expect((await refundsOf(paymentIntentId)).map(({ id, amount }) => [id, amount])).toEqual([
      [refundId, 499],
    ])
    expect((await ledgers.payments.findOne({ _id: orderId as never }))?.paidSessionId).toBe(sessionId)
    expect(await shopper.history()).toHaveLength(1)
  }, 60_000)

  test("at payment:second-plan-ended (between the second plan's end at Stripe and its refund) then one plan runs, and the other is refunded once", async () => {
    const sandbox = sandboxOf(stack)
    const shopper = await new Shopper(stack).signUp()
    const path = '/api/create-subscription-checkout'
    const { sessionId } = (await shopper.insist('POST', path, { prankCount: 1 }, 200)).body
    await sandbox.pay(sessionId)
    const plans = async () =>
      (await shopper.insist('GET', '/api/subscriptions', undefined, 200)).body as Subscription[]
    const [plan] = await until(async () => ((await plans()).length > 0 ? plans() : null))
    const id = String(plan?.id)
    stack.crashAt('payment', 'payment:second-plan-ended')
    const again = await secondSession('subscription', { kind: 'plan', id, ownerId: shopper.id })
    const { body } = await sandbox.pay(again)
    await stack.crashed('payment')
    const { refundId } = await given(id, again)
    const refunds = (await sandbox.state()).refunds.filter((refund) => refund.id === refundId)
    expect(refunds.map(({ amount }) => amount)).toEqual([499])
    const second = await stripe.subscriptions.retrieve(
      String((body as { subscription: string }).subscription),
    )
    const first = await stripe.subscriptions.retrieve(String(plan?.stripeSubscriptionId))
    expect([first.status, second.status]).toEqual(['active', 'canceled'])
    expect(await plans()).toMatchObject([{ id, status: 'active' }])
  }, 60_000)
})
