import { sessionCreated } from '@prankpost/contracts'
import { sweepExpired } from '@prankpost/local-stack'
import { createLogger } from '@prankpost/service-kit'
import { until } from '@prankpost/test-harness'
import type Stripe from 'stripe'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createInbox } from '../src/inbox.ts'
import type { News } from '../src/stripe-news.ts'
import { orderRequest, planRequest, startFixture, unreachableStripe } from './fixture.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** The inbox's clock; a test can move it forward by days. */
let clock = Date.now()
const now = () => new Date(clock)
const fixture = await startFixture({ inboxNow: now })
afterAll(() => fixture.close())

const { inbox, stripe } = fixture.deps
let calls = 0
stripe.on('request', () => calls++)
beforeEach(async () => {
  fixture.deps.stripe = stripe
  await fixture.stripeEvents.deleteMany({})
  calls = 0
})

const stored = ({ id }: Pick<Stripe.Event, 'id'>) => fixture.stripeEvents.findById(id).lean()

/** Moves the clock forward and lets the inbox process all events that are due by then. */
async function pass(ms: number) {
  clock += ms
  while (await inbox.sweep()) {
    // Until nothing is due.
  }
  await until(async () => !(await fixture.stripeEvents.exists({ nextAttemptAt: { $lte: now() } })))
}

/** Deletes the events that have expired by the inbox's clock. */
const forget = () => {
  const { db } = fixture.stripeEvents
  return sweepExpired(db.getClient(), db.name, { now: now() })
}

/** A paid, unreported session of an order, with its event. */
async function paidOrder() {
  const { request } = orderRequest()
  const { sessionId } = await fixture.asOrder.post('/internal/order-sessions', sessionCreated, request)
  await fixture.pay(sessionId)
  const emitted = async () =>
    (await fixture.payments.findById(request.orderId).lean())?.outbox.map(({ type }) => type) ?? []
  return { event: await fixture.event('checkout.session.completed', sessionId), emitted }
}

/** A plan that was renewed twice, failed once and ended, with all its recorded events. */
async function livedPlan() {
  const request = planRequest()
  const { sessionId } = await fixture.asSubscription.post('/internal/plan-sessions', sessionCreated, request)
  const { subscription } = (await fixture.pay(sessionId)).body
  for (const how of ['renew', 'renew', 'fail-renewal']) {
    await fixture.sandbox('POST', `/test/subscriptions/${subscription}/${how}`, { body: {} })
  }
  await stripe.subscriptions.cancel(subscription)
  const { body } = await fixture.sandbox('GET', '/test/state')
  const events = (body.events as Stripe.Event[]).filter((event) =>
    JSON.stringify(event).includes(subscription),
  )
  const emitted = async () =>
    ((await fixture.payments.findById(request.planId).lean())?.outbox ?? [])
      .map(({ type }) => type)
      .toSorted()
  return { events, emitted }
}
const lifeOfAPlan = ['plan-ended', 'plan-paid', 'plan-payment-failed', 'plan-renewed', 'plan-renewed']

describe('a webhook', () => {
  test('when it is acknowledged then it is stored, without personal data, and recorded right after', async () => {
    const { event, emitted } = await paidOrder()
    expect((await fixture.deliver(event)).status).toBe(200)
    expect(await emitted()).toEqual(['payment-succeeded'])
    const { receivedAt, forgetAt, ...fields } = (await stored(event)) ?? {}
    expect(fields).toEqual({
      _id: event.id,
      type: 'checkout.session.completed',
      objectId: (event.data.object as { id: string }).id,
      state: 'done',
      attempts: 1,
      createdAt: new Date(event.created * 1_000),
    })
    expect(Number(forgetAt) - Number(receivedAt)).toBe(30 * dayMs)
  })

  test('when copies arrive at once, and more when it is done, then all are acknowledged and one is processed', async () => {
    const { event, emitted } = await paidOrder()
    calls = 0
    const answers = await Promise.all(Array.from({ length: 20 }, () => fixture.webhook(event)))
    await until(async () => (await stored(event))?.state === 'done')
    for (let n = 0; n < 5; n++) answers.push(await fixture.webhook(event))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 25 }, () => 200))
    expect(calls).toBe(1)
    expect(await emitted()).toEqual(['payment-succeeded'])
  })

  test('when its type is not recorded then it is acknowledged and not stored', async () => {
    const { event } = await paidOrder()
    expect((await fixture.webhook({ ...event, type: 'charge.updated' })).status).toBe(200)
    expect(await fixture.stripeEvents.estimatedDocumentCount()).toBe(0)
  })
})

describe('an event that could not be recorded', () => {
  test('when Stripe is unavailable for two days then it is retried with doubling backoff, and recorded afterwards', async () => {
    const { event, emitted } = await paidOrder()
    fixture.deps.stripe = unreachableStripe
    expect((await fixture.webhook(event)).status).toBe(200)
    const pauses: number[] = []
    for (let attempts = 1; attempts <= 12; attempts++) {
      const failed = await until(async () => {
        const found = await stored(event)
        return found?.attempts === attempts && Number(found.nextAttemptAt) - clock !== 30_000 ? found : null
      })
      const pauseMs = Number(failed.nextAttemptAt) - clock
      pauses.push(pauseMs / 1_000)
      await pass(pauseMs)
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 600, 600])
    fixture.deps.stripe = stripe
    await pass(2 * dayMs)
    await until(async () => (await stored(event))?.state === 'done')
    expect(await emitted()).toEqual(['payment-succeeded'])
    expect(await inbox.backlog()).toEqual({ events: 0, oldestSeconds: 0 })
  })

  test('when the process crashed after the answer then another process handles it once the lease has ended', async () => {
    const { event, emitted } = await paidOrder()
    await fixture.stripeEvents.create({
      _id: event.id,
      type: 'checkout.session.completed',
      objectId: (event.data.object as { id: string }).id,
      state: 'received',
      createdAt: new Date(event.created * 1_000),
      receivedAt: now(),
      attempts: 1,
      nextAttemptAt: new Date(clock + 30_000),
    })
    await pass(29_000)
    expect(await emitted()).toEqual([])
    expect(await inbox.backlog()).toEqual({ events: 1, oldestSeconds: 29 })
    await pass(1_000)
    await until(async () => (await stored(event))?.state === 'done')
    expect(await emitted()).toEqual(['payment-succeeded'])
  })
})

describe('over several days', () => {
  test.each([
    ['invoice.payment_failed', 'plan-payment-failed'],
    ['invoice.paid', 'plan-renewed'],
    ['customer.subscription.deleted', 'plan-ended'],
  ])(
    'when %s arrives before any event of the start of its plan then it is still reported',
    async (type, emitted) => {
      const plan = await livedPlan()
      // The first month is reported only with the session.
      const early = plan.events.find(
        ({ type: one, data }) =>
          one === type && (data.object as Partial<Stripe.Invoice>).billing_reason !== 'subscription_create',
      )
      expect((await fixture.webhook(early as Stripe.Event)).status).toBe(200)
      await until(async () => (await inbox.backlog()).events === 0)
      expect(await plan.emitted()).toEqual(['plan-paid', emitted].toSorted())
    },
  )

  test('when every event of some plans arrives three times, in any order, during Stripe outages, then each is reported once', async () => {
    const plans = await Promise.all([livedPlan(), livedPlan()])
    const copies = plans.flatMap(({ events }) => events).flatMap((event) => [event, event, event])
    const shuffled = copies
      .map((event, n) => ({ event, at: (n * 7_919) % copies.length }))
      .sort((a, b) => a.at - b.at)
    for (const [n, { event }] of shuffled.entries()) {
      fixture.deps.stripe = n % 5 === 0 ? unreachableStripe : stripe
      expect((await fixture.webhook(event)).status).toBe(200)
      await pass((3 * dayMs) / shuffled.length)
    }
    fixture.deps.stripe = stripe
    await pass(hourMs)
    await until(async () => (await inbox.backlog()).events === 0)
    for (const { emitted } of plans) expect(await emitted()).toEqual(lifeOfAPlan)
  })

  test('when 30 days have passed then ids of done events are deleted, and all others are kept', async () => {
    const [done, open] = [await paidOrder(), await paidOrder()]
    await fixture.deliver(done.event)
    fixture.deps.stripe = unreachableStripe
    await fixture.webhook(open.event)
    await until(async () => Number((await stored(open.event))?.nextAttemptAt) < clock + 2_000)
    clock += 30 * dayMs - 1
    await forget()
    expect(await stored(done.event)).not.toBeNull()
    clock += 1
    await forget()
    expect(await stored(done.event)).toBeNull()
    expect((await stored(open.event))?.state).toBe('received')
  })
})

describe('a burst', () => {
  test('when 100 webhooks arrive at two replicas at once then each replica processes 16 at a time, and each event once', async () => {
    const recorded: string[] = []
    let atOnce = 0
    let most = 0
    const record = async ({ objectId }: News) => {
      most = Math.max(most, ++atOnce)
      // At least once, and until others run beside it, however slow the database is.
      let waits = 0
      do await new Promise((resolve) => setTimeout(resolve, 20))
      while (most <= 8 && ++waits < 100)
      recorded.push(objectId)
      atOnce--
    }
    const log = createLogger('payment', 'silent')
    const replicas = [1, 2].map(() => createInbox({ events: fixture.stripeEvents, record, log, now }))
    const ids = Array.from({ length: 100 }, (_, n) => `evt_${n}`)
    const waiting = ids.values()
    const post = async () => {
      for (const id of waiting) {
        const event = { id, type: 'invoice.paid', objectId: `in_of_${id}`, createdAt: now() } as const
        await Promise.all(replicas.map((replica) => replica.ingest(event)))
      }
    }
    await Promise.all(Array.from({ length: 32 }, post))
    await until(async () => (await inbox.backlog()).events === 0)
    expect(recorded.toSorted()).toEqual(ids.map((id) => `in_of_${id}`).toSorted())
    expect(most).toBeLessThanOrEqual(32)
    expect(most).toBeGreaterThan(8)
  })

  test('when the process stops in the middle then the queued events are due at once for the next process', async () => {
    const gate = Promise.withResolvers<void>()
    const log = createLogger('payment', 'silent')
    const stopping = createInbox({ events: fixture.stripeEvents, record: () => gate.promise, log, now })
    const ids = Array.from({ length: 40 }, (_, n) => `evt_${n}`)
    for (const id of ids) {
      await stopping.ingest({ id, type: 'invoice.paid', objectId: `in_of_${id}`, createdAt: now() })
    }
    const stopped = stopping.stop()
    await until(
      async () => (await fixture.stripeEvents.countDocuments({ nextAttemptAt: { $lte: now() } })) === 24,
    )
    gate.resolve()
    await stopped
    expect(await fixture.stripeEvents.countDocuments({ state: 'done' })).toBe(16)
  })

  test('when events are completed while it stops then each queued one is due at once all the same', async () => {
    const gate = Promise.withResolvers<void>()
    const log = createLogger('payment', 'silent')
    const stopping = createInbox({ events: fixture.stripeEvents, record: () => gate.promise, log, now })
    for (let n = 0; n < 40; n++) {
      const event = { id: `evt_late_${n}`, objectId: `in_late_${n}`, createdAt: now() }
      await stopping.ingest({ ...event, type: 'invoice.paid' })
    }
    // Its sweep waits for the first event to be completed, and stopping waits for the sweep.
    stopping.start()
    const stopped = stopping.stop()
    gate.resolve()
    await stopped
    expect(await fixture.stripeEvents.countDocuments({ nextAttemptAt: { $lte: now() } })).toBe(24)
  })
})
