import { sessionCreated } from '@prankpost/contracts'
import type Stripe from 'stripe'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { sweepEvents } from '../src/use-cases/sweep-events.ts'
import { orderRequest, planRequest, startFixture, unreachableStripe } from './fixture.ts'

/** The sandbox's clock is this far behind, so that its events are old enough for the sweep. */
let agoMs = 60_000
const fixture = await startFixture({ now: () => new Date(Date.now() - agoMs) })
afterAll(() => fixture.close())

let calls: string[] = []
fixture.deps.stripe.on('request', ({ method, path }: Stripe.RequestEvent) => calls.push(`${method} ${path}`))

const comeDue = (change = {}) =>
  fixture.deps.cursors.updateOne({ _id: 'stripe' }, { $set: { dueAt: new Date(0), ...change } })
const cursor = () => fixture.deps.cursors.findById('stripe').lean()

/** Runs a complete scan of Stripe's list. Returns the number of pages. */
async function sweep(deps = fixture.deps): Promise<number> {
  await comeDue()
  for (let pages = 1; ; pages++) if (!(await sweepEvents(deps))) return pages
}

beforeEach(async () => {
  agoMs = 60_000
  await sweep()
  calls = []
})

/** A plan whose first month is paid and, unless it is `unreported`, recorded. */
async function startPlan({ unreported = false } = {}) {
  const request = planRequest()
  const { sessionId } = await fixture.asSubscription.post('/internal/plan-sessions', sessionCreated, request)
  const { body } = await fixture.pay(sessionId)
  if (!unreported) await fixture.deliver(await fixture.event('checkout.session.completed', sessionId))
  calls = []
  const { planId } = request
  const bill = (how: 'renew' | 'fail-renewal') =>
    fixture.sandbox('POST', `/test/subscriptions/${body.subscription}/${how}`, { body: {} })
  const outbox = async () => (await fixture.payments.findById(planId).lean())?.outbox ?? []
  const emitted = async () => (await outbox()).map(({ type }) => type)
  return { stripeSubscriptionId: String(body.subscription), bill, outbox, emitted }
}

describe('when no webhook arrives', () => {
  test('then a renewal, a failed renewal and the end of a plan are each reported once', async () => {
    const { stripeSubscriptionId, bill, emitted } = await startPlan()
    await bill('renew')
    await bill('fail-renewal')
    await fixture.deps.stripe.subscriptions.cancel(stripeSubscriptionId)
    await sweep()
    await sweep()
    expect((await emitted()).toSorted()).toEqual([
      'plan-ended',
      'plan-paid',
      'plan-payment-failed',
      'plan-renewed',
    ])
  })

  test('then a plan whose start was not reported either is reported from its start', async () => {
    const { stripeSubscriptionId, bill, outbox, emitted } = await startPlan({ unreported: true })
    await bill('renew')
    await fixture.deps.stripe.subscriptions.cancel(stripeSubscriptionId)
    await sweep()
    const [first] = await outbox()
    expect(first).toMatchObject({
      type: 'plan-paid',
      data: { month: { paymentIntentId: expect.stringMatching(/^pi_/) } },
    })
    expect((await emitted()).toSorted()).toEqual(['plan-ended', 'plan-paid', 'plan-renewed'])
  })

  test('then a paid order is reported, and so is an order whose session expired', async () => {
    const [paid, expired] = [orderRequest().request, orderRequest().request]
    for (const [request, end] of [
      [paid, 'complete'],
      [expired, 'expire'],
    ] as const) {
      const { sessionId } = await fixture.asOrder.post('/internal/order-sessions', sessionCreated, request)
      await fixture.sandbox('POST', `/test/checkout/sessions/${sessionId}/${end}`, { body: {} })
    }
    await sweep()
    const emitted = async (id: string) =>
      (await fixture.payments.findById(id).lean())?.outbox.map(({ type }) => type)
    expect(await emitted(paid.orderId)).toEqual(['payment-succeeded'])
    expect(await emitted(expired.orderId)).toEqual(['payment-failed'])
  })

  test('then an event that becomes visible after newer ones is still found', async () => {
    const [early, late] = [await startPlan(), await startPlan()]
    await early.bill('renew')
    await sweep()
    agoMs = 70_000
    await late.bill('renew')
    await sweep()
    expect(await late.emitted()).toEqual(['plan-paid', 'plan-renewed'])
  })
})

describe('when every webhook arrived', () => {
  test('then a scan costs one call to Stripe and no call for any event', async () => {
    const { bill, stripeSubscriptionId } = await startPlan()
    await bill('renew')
    await bill('fail-renewal')
    await fixture.deps.stripe.subscriptions.cancel(stripeSubscriptionId)
    const { body } = await fixture.sandbox('GET', '/test/state')
    for (const event of body.events as Stripe.Event[]) {
      if (JSON.stringify(event).includes(stripeSubscriptionId)) await fixture.deliver(event)
    }
    calls = []
    await sweep()
    expect(calls).toEqual([expect.stringMatching(/^GET \/v1\/events\?/)])
  })

  test('then events of another shop on the account are ignored without a call', async () => {
    const { id } = await fixture.deps.stripe.checkout.sessions.create({
      mode: 'subscription',
      success_url: 'http://other.test',
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency: 'usd',
            unit_amount: 100,
            recurring: { interval: 'month' },
            product_data: { name: 'A newsletter' },
          },
        },
      ],
    })
    const { body } = await fixture.pay(id)
    await fixture.sandbox('POST', `/test/subscriptions/${body.subscription}/renew`, { body: {} })
    calls = []
    await sweep()
    expect(calls).toHaveLength(1)
  })
})

describe('a scan of several pages', () => {
  test('when the process crashes after a page then the next process continues, and each event is reported once', async () => {
    const plans = await Promise.all(Array.from({ length: 4 }, () => startPlan()))
    // Each renewal makes two of the events, and a page has 100.
    const renewals = plans.map(async ({ bill }) => {
      for (let n = 0; n < 13; n++) await bill('renew')
    })
    await Promise.all(renewals)
    await comeDue()
    expect(await sweepEvents(fixture.deps)).toBe(true)
    // The lease of the second page was acquired and never released.
    await comeDue({ lease: 'of one that died', dueAt: new Date(Date.now() + 60_000) })
    expect(await sweepEvents(fixture.deps)).toBe(false)
    await sweep()
    for (const { emitted } of plans) {
      const types = await emitted()
      expect(types.filter((type) => type === 'plan-renewed')).toHaveLength(13)
    }
    expect(await cursor()).toMatchObject({ after: null, until: null, newest: null, lease: null })
  })

  test('when Stripe no longer has the last event of the previous page then the scan restarts', async () => {
    const { bill, emitted } = await startPlan()
    await bill('renew')
    await comeDue({ after: 'evt_of_long_ago', until: new Date() })
    expect(await sweepEvents(fixture.deps)).toBe(true)
    await sweep()
    expect(await emitted()).toEqual(['plan-paid', 'plan-renewed'])
  })
})

describe('several replicas', () => {
  test('when they are due at once then one of them reads', async () => {
    await comeDue()
    await Promise.all(Array.from({ length: 5 }, () => sweepEvents(fixture.deps)))
    expect(calls).toHaveLength(1)
  })
})

describe('when something fails', () => {
  test('and Stripe is unavailable then the position stays, and the next scan repairs it', async () => {
    const { bill, emitted } = await startPlan()
    await bill('renew')
    const before = await cursor()
    await comeDue()
    await expect(sweepEvents({ ...fixture.deps, stripe: unreachableStripe })).rejects.toMatchObject({
      status: 503,
    })
    expect(await cursor()).toMatchObject({ from: before?.from, lease: null })
    await sweep()
    expect(await emitted()).toEqual(['plan-paid', 'plan-renewed'])
  })

  test('and one event cannot be recorded then the others are', async () => {
    const [bad, good] = [await startPlan(), await startPlan()]
    const { body } = await bad.bill('renew')
    await good.bill('renew')
    const { stripe } = fixture.deps
    const retrieve = (id: string, params: Stripe.InvoiceRetrieveParams) =>
      id === body.latest_invoice
        ? Promise.reject(new Error('cannot be recorded'))
        : stripe.invoices.retrieve(id, params)
    const invoices = Object.assign(Object.create(stripe.invoices), { retrieve })
    await sweep({ ...fixture.deps, stripe: Object.assign(Object.create(stripe), { invoices }) })
    expect(await good.emitted()).toEqual(['plan-paid', 'plan-renewed'])
    expect(await bad.emitted()).toEqual(['plan-paid'])
  })
})

// This is the last test, because no later event may be older than this one.
describe('when an event is new', () => {
  test('then it is left to its webhook', async () => {
    const { bill, emitted } = await startPlan()
    agoMs = 0
    await bill('renew')
    await sweep()
    expect(await emitted()).toEqual(['plan-paid'])
  })
})
