import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { pastEventsQuery, pastOrdersQuery, type ServiceName } from '@prankpost/contracts'
import type { OutboxEntry } from '@prankpost/messaging'
import { createHttpApp, createLogger, mountInternal, onInternal, unavailable } from '@prankpost/service-kit'
import { serveForTest, testPublicUrl, testServiceKeys } from '@prankpost/service-kit/testing'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { rebuildLogs } from '../src/use-cases/rebuild-logs.ts'
import { startFixture } from './fixture.ts'
import { day, newPlan, orderPaid } from './plan-life.ts'
import { standInForSource } from './sources.ts'

const fixture = await startFixture()
afterAll(() => fixture.close())

let subscription: ReturnType<typeof standInForSource>
let fulfilment: ReturnType<typeof standInForSource>
let order: ReturnType<typeof standInForSource>
beforeEach(async () => {
  subscription = standInForSource()
  fulfilment = standInForSource()
  order = standInForSource()
  await fixture.logs.deleteMany()
})
const rebuild = () =>
  rebuildLogs({
    logs: fixture.logs,
    subscription: subscription.client(),
    fulfilment: fulfilment.client(),
    order: order.client(),
  })

/** Adds events to the sources, and delivers them through the queues if `isReported`. */
async function happen(events: OutboxEntry[], isReported = true) {
  const sources: Record<string, ReturnType<typeof standInForSource>> = {
    'prank-shipped': fulfilment,
    'order-paid': order,
  }
  for (const event of events) (sources[event.type] ?? subscription).keep(event)
  if (isReported) expect(await fixture.deliverAll(...events)).toEqual([])
}

/** The events of a plan that was renewed, became past due, and ended. */
function lifeOf(plan = newPlan()): OutboxEntry[] {
  return [
    plan.created(day(1)),
    plan.shipped(day(3), { trackingNumber: 'PP-1', parcelsShipped: 1 }),
    plan.shipped(day(3), { adminNotes: 'Wrapped twice' }),
    plan.updated(day(31), 'past_due'),
    plan.renewed(day(33), { previousStatus: 'past_due', prankCount: 5, amountCents: 2495 }),
    plan.updated(day(33), 'recovered'),
    plan.shipped(day(34), { orderId: null, contactId: null, parcelsTotal: 5 }),
    plan.cancelled(day(40), 'stripe'),
  ]
}
const lives = (count: number) => Array.from({ length: count }, () => lifeOf()).flat()
/** The collections that do not belong to the service. */
const leftovers = async () =>
  (await fixture.connection.listCollections())
    .map(({ name }) => name)
    .filter((name) => !['audit', 'erasures', 'logs'].includes(name))

describe('a rebuild', () => {
  test('when the log is empty then the result is identical to consuming the queues', async () => {
    await happen(lives(3))
    const live = await fixture.stored()
    await fixture.logs.deleteMany()
    expect(await rebuild()).toEqual({ written: 24, removed: 0, waiting: 0, unreadable: [] })
    expect(await fixture.stored()).toEqual(live)
  })

  test('when it runs again then nothing changes', async () => {
    await happen(lives(3))
    const live = await fixture.stored()
    for (let run = 0; run < 2; run++) {
      expect(await rebuild()).toEqual({ written: 24, removed: 0, waiting: 0, unreadable: [] })
      expect(await fixture.stored()).toEqual(live)
    }
    expect(await leftovers()).toEqual([])
  })

  test('when entries are missing, damaged or in no source then they are restored, repaired or removed', async () => {
    await happen(lives(3))
    const live = await fixture.stored()
    await fixture.logs.deleteMany({ action: { $in: ['created', 'other'] } })
    await fixture.logs.updateMany(
      { action: 'cancelled' },
      { $set: { details: 'Wrong.', searchTerms: ['wrong'] } },
    )
    const stray = newPlan()
    await fixture.deliverAll(stray.created(day(2)), stray.shipped(day(3)))
    expect((await rebuild()).removed).toBe(2)
    expect(await fixture.stored()).toEqual(live)
  })

  test('when the sources have parcels of one-time orders or events that are not logged then it skips them', async () => {
    const plan = newPlan()
    const none = { subscriptionId: null, stripeSubscriptionId: null, invoiceId: null }
    await happen([plan.created(day(1))])
    await happen([plan.shipped(day(2), none), { ...plan.created(day(3)), type: 'prank-changed' }], false)
    expect(await rebuild()).toEqual({ written: 1, removed: 0, waiting: 0, unreadable: [] })
    expect(await fixture.logs.countDocuments()).toBe(1)
  })

  test('when an account was deleted then the recipients of its parcels are not written back', async () => {
    const plan = newPlan({ email: '' })
    await happen([plan.created(day(1)), plan.shipped(day(3), { trackingNumber: 'PP-1' })], false)
    expect(await rebuild()).toMatchObject({ written: 2 })
    const [, parcel] = await fixture.stored()
    expect(parcel).toMatchObject({
      email: 'Deleted customer',
      details: 'Parcel 2 of 3 shipped: Raw Potato.',
      trackingNumber: null,
    })
    expect(JSON.stringify(parcel)).not.toMatch(/Gerald|Bend|PP-1/i)
  })

  test('when there are one-time orders then the entries of subscribers are identical to consuming the queues', async () => {
    const plans = Array.from({ length: 5 }, () => newPlan())
    await happen(plans.map((plan) => plan.created(day(1))))
    const orders = plans.flatMap(({ user }) => [9, 10, 41].map((n) => orderPaid(user.id, day(n))))
    await happen([...plans.map((plan) => plan.cancelled(day(40))), ...orders])
    await happen([orderPaid(newPlan().user.id, day(10)), orderPaid(null, day(10))])
    const live = await fixture.stored()
    expect(live.filter(({ metadata }) => metadata.event === 'order-paid')).toHaveLength(10)
    await fixture.logs.deleteMany({ action: { $in: ['created', 'other'] } })
    expect(await rebuild()).toEqual({ written: 20, removed: 0, waiting: 0, unreadable: [] })
    expect(await fixture.stored()).toEqual(live)
  })

  test('when an order arrived before the start or the end of its plan then the rebuild corrects that', async () => {
    const [early, late] = [newPlan(), newPlan()]
    await happen([orderPaid(early.user.id, day(2)), early.created(day(1))])
    await happen([late.created(day(1)), orderPaid(late.user.id, day(10)), late.cancelled(day(9))])
    const ordersOf = async (planId: string) =>
      (await fixture.logOf(planId)).filter(({ metadata }) => metadata.event === 'order-paid').length
    expect([await ordersOf(early.planId), await ordersOf(late.planId)]).toEqual([0, 1])
    expect(await rebuild()).toMatchObject({ written: 4, removed: 1 })
    expect([await ordersOf(early.planId), await ordersOf(late.planId)]).toEqual([1, 0])
  })

  test('when a past event cannot be read then the rest is rebuilt, and nothing is removed', async () => {
    const [plan, stray] = [newPlan(), newPlan()]
    await happen([plan.created(day(1)), ...lives(2)], false)
    const broken = { ...plan.renewed(day(31)), data: { subscriptionId: plan.planId } }
    await happen([broken], false)
    await fixture.deliverAll(stray.created(day(2)))
    const { written, removed, unreadable } = await rebuild()
    expect([written, removed]).toEqual([17, 0])
    expect(unreadable).toEqual([
      { id: broken.id, type: 'subscription-renewed', problem: expect.stringContaining('ownerId') },
    ])
    expect(await fixture.logOf(stray.planId)).toHaveLength(1)
  })
})

describe('a rebuild while the service is running', () => {
  test('when events happen while it reads, before and after its position, then none is lost', async () => {
    const plans = Array.from({ length: 5 }, () => newPlan()).sort((a, b) => (a.planId < b.planId ? -1 : 1))
    await happen(plans.map((plan) => plan.created(day(1))))
    const newcomer = newPlan()
    // Plans that were already read, plans that are not read yet, and a new one.
    subscription.state.before = async (page) => {
      if (page <= 3) await happen(plans.map((plan) => plan.renewed(day(30 + page))))
      if (page === 2) await happen([newcomer.created(day(50)), newcomer.shipped(day(51))])
    }
    fulfilment.state.before = async (page) => {
      if (page <= 2) await happen(plans.map((plan) => plan.shipped(day(60 + page))))
    }
    const { removed } = await rebuild()
    expect(subscription.state.requests).toBeGreaterThanOrEqual(3)
    expect([removed, await fixture.logs.countDocuments()]).toEqual([0, 5 * (1 + 3 + 2) + 2])
  })

  test('when a plan started and a parcel was shipped after the plans were read then the service records them', async () => {
    const late = newPlan()
    await happen(lives(1))
    fulfilment.state.before = async (page) => {
      if (page === 1) await happen([late.created(day(50)), late.shipped(day(51))], false)
    }
    expect((await rebuild()).waiting).toBe(1)
    expect(await fixture.logOf(late.planId)).toEqual([])
    expect((await rebuild()).waiting).toBe(0)
    expect(await fixture.logOf(late.planId)).toHaveLength(2)
  })
})

describe('an interrupted rebuild', () => {
  test('when a source becomes unavailable midway then nothing is removed, and another run completes it', async () => {
    await happen(lives(3))
    const live = await fixture.stored()
    await fixture.logs.deleteMany({ action: 'created' })
    const stray = newPlan()
    await fixture.deliverAll(stray.created(day(2)))
    subscription.state.before = async (page) => {
      if (page === 2) throw unavailable()
    }
    await expect(rebuild()).rejects.toThrow()
    expect(await fixture.logOf(stray.planId)).toHaveLength(1)
    subscription.state.before = async () => undefined
    expect((await rebuild()).removed).toBe(1)
    expect(await fixture.stored()).toEqual(live)
    expect(await leftovers()).toEqual([])
  })

  test('when two run at once then the result is the same', async () => {
    await happen(lives(3))
    const live = await fixture.stored()
    const stray = newPlan()
    await fixture.deliverAll(stray.created(day(2)))
    const second = Promise.withResolvers<unknown>()
    fulfilment.state.before = async (page) => {
      if (page === 1) second.resolve(await rebuild())
    }
    await rebuild()
    await second.promise
    expect(await fixture.stored()).toEqual(live)
  })
})

describe('the command', () => {
  const run = promisify(execFile)
  const main = path.join(import.meta.dirname, '..', 'src', 'rebuild.ts')

  /** A source on its own port, which accepts only calls that are signed for it. */
  const serveSource = (service: ServiceName, source: ReturnType<typeof standInForSource>) =>
    serveForTest(
      createHttpApp({
        log: createLogger(service, 'silent'),
        publicUrl: testPublicUrl,
        isReady: async () => true,
        mount: (app) =>
          mountInternal(app, service, testServiceKeys.publicKeys, [
            onInternal(
              'get',
              '/internal/past-events',
              ['subscription-logs'],
              service === 'order' ? pastOrdersQuery : pastEventsQuery,
              async (query) => source.page(new URLSearchParams(query as never)),
            ),
          ]),
      }),
    )

  test('when it is run then it reads the sources with signed calls and prints the result', async () => {
    await happen(lives(3))
    const live = await fixture.stored()
    await fixture.logs.deleteMany()
    const stray = newPlan()
    await fixture.deliverAll(stray.created(day(2)))
    const [plans, parcels, orders] = [
      await serveSource('subscription', subscription),
      await serveSource('fulfilment', fulfilment),
      await serveSource('order', order),
    ]
    const env = {
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      MONGODB_URI: fixture.mongodbUri,
      DATABASE_PREFIX: fixture.databasePrefix,
      SERVICE_PRIVATE_KEY: testServiceKeys.privateKey,
      SUBSCRIPTION_URL: plans.url,
      FULFILMENT_URL: parcels.url,
      ORDER_URL: orders.url,
    }
    const { stdout } = await run(process.execPath, [main], { env })
    expect(stdout).toBe('24 entries written, 1 removed that no source reports.\n')
    expect(await fixture.stored()).toEqual(live)
    await parcels.close()
    const failure = await run(process.execPath, [main], { env }).catch((error) => error)
    expect([failure.code, failure.stderr]).toEqual([
      1,
      expect.stringContaining('nothing was removed; run it again'),
    ])
    expect(await fixture.stored()).toEqual(live)
    await plans.close()
    await orders.close()
  })
})
