import { renewalConsent, type Subscription } from '@prankpost/contracts'
import { startStack, until } from '@prankpost/test-harness'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openLedgers } from '../../ledgers/index.ts'
import { sandboxOf } from '../support/sandbox.ts'
import { Shopper } from '../support/shopper.ts'
import { type Span, startTraceStore } from '../support/trace-store.ts'

const traces = await startTraceStore()
const stack = await startStack({
  services: ['auth', 'contact', 'catalog', 'order', 'payment', 'subscription', 'fulfilment', 'achievement'],
  env: {
    all: { OTEL_EXPORTER_OTLP_ENDPOINT: traces.url },
    payment: { SESSION_SWEEP_AFTER_MS: '3000' },
  },
})
const sandbox = sandboxOf(stack)
const ledgers = openLedgers(stack)
afterAll(async () => {
  await ledgers.close()
  await stack.stop()
  traces.close()
})
beforeEach(() => sandbox.chaos({}))

type CheckedOut = Awaited<ReturnType<Shopper['checkOut']>>

/** One paid order, once, with the exact amount, in every ledger. */
async function expectPaidOnce(shopper: Shopper, { orderId, sessionId, total }: CheckedOut) {
  const [entry, ...more] = await shopper.historyOf(1)
  expect(more).toEqual([])
  expect(entry).toMatchObject({ orderId, status: 'paid', price: '4.99', contactName: 'Gerald Snail' })
  await until(async () => (await ledgers.traffic.outboxes()) === 0)
  const order = await ledgers.orders.findOne({ 'checkout.stripeSessionId': sessionId })
  expect(String(order?._id)).toBe(orderId)
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
    expect(
      (await shopper.answerTo('POST', '/api/create-subscription-checkout', { prankCount: 1 })).status,
    ).toBe(409)

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
    const again = await shopper.answerTo('POST', '/api/create-subscription-checkout', { prankCount: 2 })
    expect([again.status, again.body.code]).toEqual([409, 'conflict'])
    expect(await inStatus(shopper, 'active')).toMatchObject({ prankCount: 1 })
  })
})

/** The newest complete trace with this beginning and this span. Spans arrive in batches, about a second late. */
const traceOf = (name: string, has: (spans: Span[]) => boolean): Promise<Span[]> =>
  until(async () => {
    const roots = traces.spans.filter((span) => span.name === name && span.parentSpanId === undefined)
    const found = roots
      .toReversed()
      .map(({ traceId }) => traces.spans.filter((span) => span.traceId === traceId))
    return found.find((spans) => has(spans) && spans.every((span) => hasParent(span, spans))) ?? null
  })
const hasParent = ({ parentSpanId }: Span, spans: Span[]) =>
  parentSpanId === undefined || spans.some(({ spanId }) => spanId === parentSpanId)

/** The path from the root span to the last span of that service and name: `gateway POST /api/x`, ... */
function pathTo(spans: Span[], service: string, name: string): string[] {
  const path: string[] = []
  let span = spans.findLast((one) => one.service === service && one.name === name)
  for (; span; span = spans.find(({ spanId }) => spanId === span?.parentSpanId))
    path.unshift(`${span.service} ${span.name}`)
  return path
}
const has = (service: string, name: string) => (spans: Span[]) =>
  spans.some((span) => span.service === service && span.name === name)

describe('the traces of one purchase', () => {
  let shopper: Shopper
  let orderId: string
  beforeAll(async () => {
    await sandbox.chaos({})
    shopper = await new Shopper(stack).signUp()
    // An item that names its target only by id: order requests the address from contact.
    const target = {
      name: 'Gerald Snail',
      address: '1 Garden Path',
      city: 'Springfield',
      state: 'OR',
      zipCode: '97477',
    }
    const { body: contact } = await shopper.insist('POST', '/api/contacts', target, 201)
    const cart = await shopper.cart()
    const cartItems = cart.cartItems.map(({ prankId, quantity, price }) => ({
      prankId,
      quantity,
      price,
      contactId: contact.id,
    }))
    const record = await shopper.insist('POST', '/api/create-order-record', { ...cart, cartItems }, 201)
    orderId = record.body.orderId
    const session = await shopper.insist(
      'POST',
      '/api/create-stripe-session',
      { orderId, total: cart.total },
      200,
    )
    await sandboxOf(stack).pay(session.body.sessionId)
    await shopper.historyOf(1)
  })

  test('when the order is recorded then its trace leads through order to contact and to its database', async () => {
    const trace = await traceOf(
      'POST /api/create-order-record',
      (spans) => has('order', 'insert orders')(spans) && has('contact', 'find contacts')(spans),
    )
    const order = ['gateway POST /api/create-order-record', 'order POST /api/create-order-record']
    expect(pathTo(trace, 'order', 'insert orders')).toEqual([...order, 'order insert orders'])
    expect(pathTo(trace, 'contact', 'find contacts').slice(0, 3)).toEqual([...order, 'order GET contact'])
  })

  test('when the payment page is created then one trace leads from there to the parcel', async () => {
    const paid = (spans: Span[]) =>
      spans.some((span) => span.service === 'fulfilment' && span.kind === 'client') &&
      spans.some(({ attributes }) => attributes['prankpost.subject'] === orderId)
    const trace = await traceOf('POST /api/create-stripe-session', paid)
    const opened = [
      'gateway POST /api/create-stripe-session',
      'order POST /api/create-stripe-session',
      'order POST payment',
      'payment POST /internal/order-sessions',
    ]
    expect(pathTo(trace, 'payment', 'insert payments')).toEqual([...opened, 'payment insert payments'])
    const stripe = 'stripe POST /v1/checkout/sessions'
    expect(pathTo(trace, 'payment', stripe)).toEqual([...opened, `payment ${stripe}`])
    // Minutes later, when the customer has paid: payment has stored the trace of the session.
    const emitted = [...opened, 'payment publish payment-succeeded', 'order order payment-succeeded']
    expect(pathTo(trace, 'order', 'order payment-succeeded')).toEqual(emitted)
    const read = [...emitted, 'order publish order-paid']
    expect(pathTo(trace, 'fulfilment', 'insert shipments')).toEqual([
      ...read,
      'fulfilment fulfilment order-paid',
      'fulfilment insert shipments',
    ])
    expect(trace.filter(({ failed }) => failed)).toEqual([])
    expect(trace.find(({ name }) => name === 'order payment-succeeded')).toMatchObject({
      kind: 'consumer',
      attributes: {
        'messaging.system': 'rabbitmq',
        'messaging.destination.name': 'payment-succeeded',
        'prankpost.subject': orderId,
      },
    })
    expect(trace.find(({ name }) => name === 'insert shipments')?.attributes).toMatchObject({
      'db.system.name': 'mongodb',
      'db.collection.name': 'shipments',
    })
  })

  test("when Stripe's webhook arrives then it has its own trace, from the gateway to Stripe and the database", async () => {
    const asked = 'stripe GET /v1/checkout/sessions/:id'
    const trace = await traceOf(
      'POST /api/webhooks/stripe',
      (spans) => has('payment', asked)(spans) && has('payment', 'insert inbox')(spans),
    )
    const taken = ['gateway POST /api/webhooks/stripe', 'payment POST /api/webhooks/stripe']
    expect(pathTo(trace, 'payment', 'insert inbox')).toEqual([...taken, 'payment insert inbox'])
    expect(pathTo(trace, 'payment', asked)).toEqual([...taken, `payment ${asked}`])
  })

  test('when all traces are read then they contain no data of the customer or the target', () => {
    const all = JSON.stringify(traces.spans)
    expect(all.length).toBeGreaterThan(10_000)
    for (const secret of [
      shopper.email,
      'Gerald',
      'Snail',
      'Garden Path',
      'Springfield',
      '97477',
      'Potato',
    ]) {
      // As a word: the digits of a ZIP code may be a part of a random id.
      expect(all).not.toMatch(new RegExp(`\\b${secret}\\b`))
    }
  })
})
