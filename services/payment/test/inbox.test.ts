import { sessionCreated } from '@prankpost/contracts'
import { sweepExpired } from '@prankpost/local-stack'
import { createLogger } from '@prankpost/service-kit'
import type Stripe from 'stripe'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createInbox } from '../src/inbox.ts'
import { createStripe } from '../src/stripe-client.ts'
import type { News } from '../src/stripe-news.ts'
import { orderRequest, planRequest, startFixture, until } from './fixture.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** The inbox's clock: days pass when a test says so. */
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

const away = createStripe('sk_test_of_these_tests', 'http://127.0.0.1:9')
const stored = ({ id }: Pick<Stripe.Event, 'id'>) => fixture.stripeEvents.findById(id).lean()

/** Lets the clock run on and the inbox work off what came due by then. */
async function pass(ms: number) {
  clock += ms
  while (await inbox.sweep()) {
    // There is more.
  }
  await until(async () => !(await fixture.stripeEvents.exists({ nextAttemptAt: { $lte: now() } })))
}

/** Deletes what has expired by the inbox's clock. */
const forget = () => {
  const { db } = fixture.stripeEvents
  return sweepExpired(db.getClient(), db.name, { now: now() })
}

/** An order's paid session that nobody reported, with its event. */
async function paidOrder() {
  const { request } = orderRequest()
  const { sessionId } = await fixture.asOrder.post('/internal/order-sessions', sessionCreated, request)
  await fixture.pay(sessionId)
  const emitted = async () =>
    (await fixture.payments.findById(request.orderId).lean())?.outbox.map(({ type }) => type) ?? []
  return { event: await fixture.event('checkout.session.completed', sessionId), emitted }
}

/** A plan that renewed twice, could not be paid once and ended, with every event of it that is kept. */
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
  test('when it is answered then it is stored, without anything of the people in it, and recorded right after', async () => {
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

  test('when copies come at once, and more when it is done, then all are answered and one is worked off', async () => {
    const { event, emitted } = await paidOrder()
    calls = 0
    const answers = await Promise.all(Array.from({ length: 20 }, () => fixture.webhook(event)))
    await until(async () => (await stored(event))?.state === 'done')
    for (let n = 0; n < 5; n++) answers.push(await fixture.webhook(event))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 25 }, () => 200))
    expect(calls).toBe(1)
    expect(await emitted()).toEqual(['payment-succeeded'])
  })

  test('when it is of a kind that is not kept here then it is answered and not stored', async () => {
    const { event } = await paidOrder()
    expect((await fixture.webhook({ ...event, type: 'charge.updated' })).status).toBe(200)
    expect(await fixture.stripeEvents.estimatedDocumentCount()).toBe(0)
  })
})

describe('what could not be recorded', () => {
  test('when Stripe is away for two days then it is tried again at doubling pauses, and recorded after', async () => {
    const { event, emitted } = await paidOrder()
    fixture.deps.stripe = away
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
  }, 60_000)

  test('when a process died after the answer then another one takes it up once its lease has ended', async () => {
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

describe('over days', () => {
  test.each([
    ['invoice.payment_failed', 'plan-payment-failed'],
    ['invoice.paid', 'plan-renewed'],
    ['customer.subscription.deleted', 'plan-ended'],
  ])(
    'when %s comes before any news that its plan began then it is told all the same',
    async (type, emitted) => {
      const plan = await livedPlan()
      // Of the first month the session tells, and nothing else.
      const early = plan.events.find(
        ({ type: one, data }) =>
          one === type && (data.object as Partial<Stripe.Invoice>).billing_reason !== 'subscription_create',
      )
      expect((await fixture.webhook(early as Stripe.Event)).status).toBe(200)
      await until(async () => (await inbox.backlog()).events === 0)
      expect(await plan.emitted()).toEqual(['plan-paid', emitted].toSorted())
    },
  )

  test('when every event of some plans comes three times, in disorder, with Stripe away now and then, then each is told once', async () => {
    const plans = await Promise.all(Array.from({ length: 4 }, livedPlan))
    const copies = plans.flatMap(({ events }) => events).flatMap((event) => [event, event, event])
    const shuffled = copies
      .map((event, n) => ({ event, at: (n * 7_919) % copies.length }))
      .sort((a, b) => a.at - b.at)
    for (const [n, { event }] of shuffled.entries()) {
      fixture.deps.stripe = n % 5 === 0 ? away : stripe
      expect((await fixture.webhook(event)).status).toBe(200)
      await pass((3 * dayMs) / shuffled.length)
    }
    fixture.deps.stripe = stripe
    await pass(hourMs)
    await until(async () => (await inbox.backlog()).events === 0)
    for (const { emitted } of plans) expect(await emitted()).toEqual(lifeOfAPlan)
  }, 60_000)

  test('when 30 days are over then ids are forgotten, but none of an event that is not done', async () => {
    const [done, open] = [await paidOrder(), await paidOrder()]
    await fixture.deliver(done.event)
    fixture.deps.stripe = away
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
  test('when 300 webhooks come at once, at two replicas, then 16 each are worked off at a time, and every one once', async () => {
    const recorded: string[] = []
    let atOnce = 0
    let most = 0
    const record = async ({ objectId }: News) => {
      most = Math.max(most, ++atOnce)
      await new Promise((resolve) => setTimeout(resolve, 50))
      recorded.push(objectId)
      atOnce--
    }
    const log = createLogger('payment', 'silent')
    const replicas = [1, 2].map(() => createInbox({ events: fixture.stripeEvents, record, log, now }))
    const ids = Array.from({ length: 300 }, (_, n) => `evt_${n}`)
    const waiting = ids.values()
    const post = async () => {
      for (const id of waiting) {
        const event = { id, type: 'invoice.paid', objectId: `in_of_${id}`, createdAt: now() } as const
        await Promise.all(replicas.map((replica) => replica.take(event)))
      }
    }
    await Promise.all(Array.from({ length: 32 }, post))
    await until(async () => (await inbox.backlog()).events === 0)
    expect(recorded.toSorted()).toEqual(ids.map((id) => `in_of_${id}`).toSorted())
    expect(most).toBeLessThanOrEqual(32)
    expect(most).toBeGreaterThan(8)
  })

  test('when the process stops in the middle then what waits is due for the next one at once', async () => {
    const gate = Promise.withResolvers<void>()
    const log = createLogger('payment', 'silent')
    const stopping = createInbox({ events: fixture.stripeEvents, record: () => gate.promise, log, now })
    const ids = Array.from({ length: 40 }, (_, n) => `evt_${n}`)
    for (const id of ids) {
      await stopping.take({ id, type: 'invoice.paid', objectId: `in_of_${id}`, createdAt: now() })
    }
    const stopped = stopping.stop()
    await until(
      async () => (await fixture.stripeEvents.countDocuments({ nextAttemptAt: { $lte: now() } })) === 24,
    )
    gate.resolve()
    await stopped
    expect(await fixture.stripeEvents.countDocuments({ state: 'done' })).toBe(16)
  })
})
