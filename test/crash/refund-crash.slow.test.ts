import { adminPasswordHeader, type Subscription } from '@prankpost/contracts'
import { type Stack, startStack, until } from '@prankpost/test-harness'
import { ObjectId } from 'mongodb'
import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Ledgers, openLedgers } from '../../ledgers/index.ts'
import { callAs } from '../support/access/callers.ts'
import { collectEvents } from '../support/collect-events.ts'
import { type CrashPoint, dieAtEach } from '../support/die-at-each.ts'
import { payForReview } from '../support/review-story.ts'
import { sandboxOf } from '../support/sandbox.ts'
import { Shopper } from '../support/shopper.ts'

let stack: Stack
let ledgers: Ledgers
let stripe: Stripe
let orderPaid: Awaited<ReturnType<typeof collectEvents>>
let cancelled: Awaited<ReturnType<typeof collectEvents>>
beforeAll(async () => {
  stack = await startStack({
    services: ['auth', 'contact', 'catalog', 'order', 'payment', 'subscription', 'fulfilment'],
    crashAt: {},
    env: { payment: { SESSION_SWEEP_AFTER_MS: '2000' } },
  })
  ledgers = openLedgers(stack)
  const { hostname: host, port } = new URL(stack.sandboxUrl)
  stripe = new Stripe('sk_test_of_this_test', { host, port, protocol: 'http' })
  orderPaid = await collectEvents(stack, 'order-paid')
  cancelled = await collectEvents(stack, 'order-cancelled')
})
afterAll(async () => {
  await orderPaid.close()
  await cancelled.close()
  await ledgers.close()
  await stack.stop()
})

/**
 * The places between two effects of a purchase where a process can die: one of payment, and in the same purchase one of
 * order. The process really dies there (SIGKILL from within, at the named point) and restarts, and nothing may be lost or
 * doubled.
 */
const purchasePoints: [payment: string, where: string, order?: string, where?: string][] = [
  [
    'payment:attempt-noted',
    'between the record of an attempt and the call to Stripe',
    'order:placed',
    'after the order is written and before the answer',
  ],
  [
    'payment:session-created',
    "between Stripe's answer and our record of the session",
    'consume:received payment-succeeded',
    'as the handler begins',
  ],
  [
    'payment:webhook-stored',
    'after the webhook is stored and before it is answered or processed',
    'order:session-opened',
    "between payment's answer and order's record of the session",
  ],
  [
    'payment:session-read',
    "between Stripe's answer that it is paid and our write",
    'outbox:written order-paid',
    'in the middle of the handler: neither published nor acknowledged',
  ],
  [
    'payment:webhook-recorded',
    'after its content is written and before it is marked as done',
    'consume:handled payment-succeeded',
    'after the handler and before the acknowledgement',
  ],
  ['outbox:written payment-succeeded', 'after the write and before the publish'],
  ['relay:published payment-succeeded', 'after the publish and before the confirm'],
  ['relay:confirmed', 'after the confirm and before the outbox is emptied'],
]

const purchaseOf = dieAtEach(purchasePoints, async ([ofPayment, , ofOrder]) => {
  const shopper = await new Shopper(stack).signUp()
  stack.crashAt('payment', ofPayment)
  if (ofOrder) stack.crashAt('order', ofOrder)
  const { orderId, sessionId } = await shopper.checkOut()
  await sandboxOf(stack).pay(sessionId)
  await stack.crashed('payment')
  if (ofOrder) await stack.crashed('order')
  return { shopper, orderId, sessionId }
})

describe('when a process dies during a purchase', () => {
  test.each(purchasePoints.map((one) => [one.join(', '), one] as const))(
    'at %s, then there is one paid order, published once',
    async (_where, one) => {
      const { shopper, orderId, sessionId } = purchaseOf(one)
      const lines = await shopper.historyOf(1)
      expect(lines).toMatchObject([{ orderId, status: 'paid', price: '4.99' }])
      await until(() => orderPaid.some(({ subject }) => subject === orderId))
      await until(async () => (await ledgers.traffic.outboxes()) === 0)
      const emitted = orderPaid.filter(({ subject }) => subject === orderId)
      expect(new Set(emitted.map(({ id }) => id)).size).toBe(1)

      const payment = await ledgers.payments.findOne({ _id: orderId as never })
      expect(payment).toMatchObject({
        paidSessionId: sessionId,
        sessions: [{ status: 'paid', id: sessionId }],
      })
      const { sessions } = await sandboxOf(stack).state()
      const mine = sessions.filter(({ client_reference_id }) => client_reference_id === orderId)
      expect(mine.map(({ id }) => id)).toEqual([sessionId])
      const order = await ledgers.orders.findOne({ _id: new ObjectId(orderId) })
      expect(order?.paymentIntentId).toMatch(/^pi_/)
      expect(await refundsOf(order?.paymentIntentId)).toEqual([])
    },
  )

  test('payment at payment:sweep-claimed (between the claim of a session and the request to Stripe) then an order without any report is paid', async () => {
    const sandbox = sandboxOf(stack)
    await sandbox.chaos({ dropPercent: 100 })
    const shopper = await new Shopper(stack).signUp()
    stack.crashAt('payment', 'payment:sweep-claimed')
    const { orderId, sessionId } = await shopper.checkOut()
    await sandbox.pay(sessionId)
    await stack.crashed('payment')
    expect(await shopper.historyOf(1)).toMatchObject([{ orderId, status: 'paid' }])
    await sandbox.chaos({})
  })
})

/** A paid order that fulfilment knows. */
async function paidOrder() {
  const shopper = await new Shopper(stack).signUp()
  const { orderId, sessionId } = await shopper.checkOut(2)
  await sandboxOf(stack).pay(sessionId)
  await shopper.historyOf(1)
  await until(() => ledgers.shipments.findOne({ orderId }))
  return { shopper, orderId }
}

/** A call of the operator; null when it got no answer. */
const admin = (path: string, body: object, headers = {}) =>
  fetch(stack.baseUrl + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      [adminPasswordHeader]: stack.adminPassword,
      ...headers,
    },
    body: JSON.stringify(body),
  }).catch(() => null)

const orderOf = async (shopper: Shopper, orderId: string) =>
  (await shopper.insist('GET', `/api/orders/${orderId}`, undefined, 200)).body

/** Stripe refunded this amount of the order once, and payment and order have recorded it. */
async function expectRefunded(orderId: string, cents: number) {
  const _id = new ObjectId(orderId)
  const order = await until(() => ledgers.orders.findOne({ _id, 'refunds.status': 'succeeded' }))
  const intent = order?.paymentIntentId
  const { refunds } = await sandboxOf(stack).state()
  const mine = refunds.filter(({ payment_intent }) => payment_intent === intent)
  expect(mine.map(({ amount }) => amount)).toEqual([cents])
  expect(order?.refunds).toMatchObject([
    { amountCents: cents, status: 'succeeded', stripeRefundId: mine[0]?.id },
  ])
  const payment = await ledgers.payments.findOne({ _id: orderId as never })
  expect(payment?.refunds).toMatchObject([{ amountCents: cents, status: 'succeeded' }])
}

/** The places between two effects of a cancellation where a process can die, besides outbox, relay and consumer. */
const crashPoints: CrashPoint[] = [
  ['order', 'order:cancelled', 'between the cancellation and the call to payment'],
  ['payment', 'payment:refund-noted', 'between the record of a refund and the call to Stripe'],
  ['payment', 'payment:refund-created', "between Stripe's refund and our record of it"],
  ['order', 'order:refund-made', "between payment's answer and order's record of it"],
]

const cancellationOf = dieAtEach(crashPoints, async ([service, point]) => {
  const { shopper, orderId } = await paidOrder()
  stack.crashAt(service, point)
  await shopper.insist('POST', `/api/orders/${orderId}/cancel`, undefined, 200)
  await stack.crashed(service)
  return { shopper, orderId }
})

describe('when a customer cancels an order and a process dies', () => {
  test.each(crashPoints)(
    '%s at %s (%s) then the order is cancelled and refunded once, and nothing of it is sent',
    async (...one) => {
      const { shopper, orderId } = cancellationOf(one)
      await expectRefunded(orderId, 998)
      await until(async () => {
        const shipment = await ledgers.shipments.findOne({ orderId })
        return shipment?.parcelsDue === undefined
      })
      const again = await shopper.insist('POST', `/api/orders/${orderId}/cancel`, undefined, 200)
      expect(again.body.refund).toEqual({ amount: '9.98', status: 'succeeded' })
      expect(await orderOf(shopper, orderId)).toMatchObject({ status: 'cancelled', refunded: '9.98' })
      await until(async () => (await ledgers.traffic.outboxes()) === 0)
      const published = () =>
        new Set(cancelled.filter(({ subject }) => subject === orderId).map(({ id }) => id))
      await until(() => published().size > 0)
      expect(published().size).toBe(1)
    },
  )
})

describe('when the operator refunds a part and order dies', () => {
  test("at order:refund-decided (between the decision and the call to payment) then the repeated call with the same key returns the same refund, and Stripe's ledger has it once", async () => {
    const { orderId } = await paidOrder()
    stack.crashAt('order', 'order:refund-decided')
    const body = { amount: '1.50', reason: 'One of them was broken' }
    const refund = () =>
      admin(`/api/admin/orders/${orderId}/refunds`, body, { 'idempotency-key': `key of ${orderId}` })
    await refund()
    await stack.crashed('order')
    const answer = await until(async () => {
      const tried = await refund()
      return tried?.status === 201 ? tried : null
    })
    expect(await answer.json()).toMatchObject({ amount: '1.50' })
    await expectRefunded(orderId, 150)
  })
})

describe('when labels are printed and order dies', () => {
  test("at order:packed (between the record that it is packed and order's answer) then it can be printed again, and it cannot be cancelled any more", async () => {
    const { shopper, orderId } = await paidOrder()
    stack.crashAt('order', 'order:packed')
    const print = () => admin('/api/admin/parcel-documents', { kind: 'labels', parcelIds: [`${orderId}-1`] })
    await print()
    await stack.crashed('order')
    await until(async () => (await print())?.status === 200)
    const refused = await shopper.insist('POST', `/api/orders/${orderId}/cancel`, undefined, 409)
    expect(refused.body.message).toContain('packed')
  })
})

// By now the claims of the purchases have almost expired. The tests below interrupt further webhooks.
test('when payment died while it processed webhooks then none waits forever: an interrupted one is processed when its claim has expired', async () => {
  await until(async () => (await ledgers.inbox.countDocuments({ state: 'received' })) === 0)
  expect(await ledgers.inbox.countDocuments({ state: 'done', attempts: { $gt: 1 } })).toBeGreaterThan(0)
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
  })
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
  })

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
  })
})

let count = 0

describe('when a held parcel is refused and a process dies', () => {
  test.each([
    ['order', 'order:parcel-refused', 'between the refusal and the call to payment'],
    ['fulfilment', 'fulfilment:refusal-decided', "between order's refusal and applying it"],
  ])(
    '%s at %s (%s) then the parcel is withdrawn and refunded once, without a repeat, and a repeat changes nothing',
    async (service, point) => {
      const { orderId, id } = await payForReview(stack, `I will kill you, no. ${++count}`)
      stack.crashAt(service, point)
      const about = { params: { id }, body: { reason: 'A threat' } }
      const refuse = () => callAs(stack, stack, 'POST /api/admin/parcels/:id/refuse', about).catch(() => null)
      await refuse()
      await stack.crashed(service)
      const _id = new ObjectId(orderId)
      const order = await until(() => ledgers.orders.findOne({ _id, 'refunds.status': 'succeeded' }))
      const isWithdrawn = { orderId, 'queue.state': 'withdrawn', 'parcels.withdrawnAt': { $ne: null } }
      await until(() => ledgers.shipments.findOne(isWithdrawn))
      await until(async () => (await refuse())?.status === 200)
      const { refunds } = await sandboxOf(stack).state()
      const mine = refunds.filter(({ payment_intent }) => payment_intent === order.paymentIntentId)
      expect(mine.map(({ amount }) => amount)).toEqual([499])
      expect(order).toMatchObject({ status: 'cancelled', items: [{ refused: { reason: 'A threat' } }] })
    },
  )
})
