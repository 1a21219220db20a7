import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals'
import { pastEventsQuery, type ServiceName } from '@prankpost/contracts'
import type { OutboxEntry } from '@prankpost/messaging'
import { createHttpApp, createLogger, mountInternal, onInternal, unavailable } from '@prankpost/service-kit'
import { serveForTest, testPublicUrl, testServiceKeys } from '@prankpost/service-kit/testing'
import { rebuildLogs } from '../src/use-cases/rebuild-logs.ts'
import { day, newPlan } from './plan-life.ts'
import { startRig } from './rig.ts'
import { standInForSource } from './sources.ts'

const rig = await startRig()
afterAll(() => rig.close())

let subscription: ReturnType<typeof standInForSource>
let fulfilment: ReturnType<typeof standInForSource>
beforeEach(async () => {
  subscription = standInForSource()
  fulfilment = standInForSource()
  await rig.logs.deleteMany()
})
const rebuild = () =>
  rebuildLogs({ logs: rig.logs, subscription: subscription.client(), fulfilment: fulfilment.client() })

/** Lets things happen: the sources keep them, and the queues bring them where `isTold`. */
async function happen(events: OutboxEntry[], isTold = true) {
  for (const event of events) (event.type === 'prank-shipped' ? fulfilment : subscription).keep(event)
  if (isTold) expect(await rig.deliverAll(...events)).toEqual([])
}

/** The events of a plan that was renewed, paused for want of money, and ended. */
function lifeOf(plan = newPlan()): OutboxEntry[] {
  return [
    plan.created(day(1)),
    plan.shipped(day(3), { trackingNumber: 'PP-1', parcelsShipped: 1 }),
    plan.shipped(day(3), { adminNotes: 'Wrapped twice' }),
    plan.updated(day(31), 'past_due'),
    plan.renewed(day(33), { previousStatus: 'past_due' }),
    plan.updated(day(33), 'recovered'),
    plan.shipped(day(34), { orderId: null, contactId: null }),
    plan.cancelled(day(40), 'stripe'),
  ]
}
const lives = (count: number) => Array.from({ length: count }, () => lifeOf()).flat()
const leftovers = async () =>
  (await rig.connection.listCollections()).map(({ name }) => name).filter((name) => name !== 'logs')

describe('a rebuild', () => {
  test('when the log is empty then it comes to the same as reading the queues, to the last field', async () => {
    await happen(lives(3))
    const live = await rig.stored()
    await rig.logs.deleteMany()
    expect(await rebuild()).toEqual({ written: 24, removed: 0, waiting: 0, unreadable: [] })
    expect(await rig.stored()).toEqual(live)
  })

  test('when it runs again then nothing changes', async () => {
    await happen(lives(3))
    const live = await rig.stored()
    for (let run = 0; run < 2; run++) {
      expect(await rebuild()).toEqual({ written: 24, removed: 0, waiting: 0, unreadable: [] })
      expect(await rig.stored()).toEqual(live)
    }
    expect(await leftovers()).toEqual([])
  })

  test('when entries are missing, damaged or of nobody then they are restored, repaired, removed', async () => {
    await happen(lives(3))
    const live = await rig.stored()
    await rig.logs.deleteMany({ action: { $in: ['created', 'other'] } })
    await rig.logs.updateMany(
      { action: 'cancelled' },
      { $set: { details: 'Wrong.', searchTerms: ['wrong'] } },
    )
    const stray = newPlan()
    await rig.deliverAll(stray.created(day(2)), stray.shipped(day(3)))
    expect((await rebuild()).removed).toBe(2)
    expect(await rig.stored()).toEqual(live)
  })

  test('when the sources told of parcels of one-time orders or of what nobody logs then it passes over them', async () => {
    const plan = newPlan()
    const none = { subscriptionId: null, stripeSubscriptionId: null, invoiceId: null }
    await happen([plan.created(day(1))])
    await happen([plan.shipped(day(2), none), { ...plan.created(day(3)), type: 'order-paid' }], false)
    expect(await rebuild()).toEqual({ written: 1, removed: 0, waiting: 0, unreadable: [] })
    expect(await rig.logs.countDocuments()).toBe(1)
  })

  test('when an event of the past cannot be read then the rest is rebuilt, and nothing is removed', async () => {
    const [plan, stray] = [newPlan(), newPlan()]
    await happen([plan.created(day(1)), ...lives(2)], false)
    const broken = { ...plan.renewed(day(31)), data: { subscriptionId: plan.planId } }
    await happen([broken], false)
    await rig.deliverAll(stray.created(day(2)))
    const { written, removed, unreadable } = await rebuild()
    expect([written, removed]).toEqual([17, 0])
    expect(unreadable).toEqual([
      { id: broken.id, type: 'subscription-renewed', problem: expect.stringContaining('ownerId') },
    ])
    expect(await rig.logOf(stray.planId)).toHaveLength(1)
  })
})

describe('a rebuild beside the running service', () => {
  test('when things happen while it reads, behind and before it, then none is lost', async () => {
    const plans = Array.from({ length: 5 }, () => newPlan()).sort((a, b) => (a.planId < b.planId ? -1 : 1))
    await happen(plans.map((plan) => plan.created(day(1))))
    const newcomer = newPlan()
    // Plans that were read already, plans that are still to be read, and a new one.
    subscription.state.before = async (page) => {
      if (page <= 3) await happen(plans.map((plan) => plan.renewed(day(30 + page))))
      if (page === 2) await happen([newcomer.created(day(50)), newcomer.shipped(day(51))])
    }
    fulfilment.state.before = async (page) => {
      if (page <= 2) await happen(plans.map((plan) => plan.shipped(day(60 + page))))
    }
    const { removed } = await rebuild()
    expect(subscription.state.asked).toBeGreaterThanOrEqual(3)
    expect([removed, await rig.logs.countDocuments()]).toEqual([0, 5 * (1 + 3 + 2) + 2])
  })

  test('when a plan began and was sent something after the plans were read then that is left to the service', async () => {
    const late = newPlan()
    await happen(lives(1))
    fulfilment.state.before = async (page) => {
      if (page === 1) await happen([late.created(day(50)), late.shipped(day(51))], false)
    }
    expect((await rebuild()).waiting).toBe(1)
    expect(await rig.logOf(late.planId)).toEqual([])
    expect((await rebuild()).waiting).toBe(0)
    expect(await rig.logOf(late.planId)).toHaveLength(2)
  })
})

describe('a rebuild that is cut short', () => {
  test('when a source goes away midway then nothing is removed, and another run completes it', async () => {
    await happen(lives(3))
    const live = await rig.stored()
    await rig.logs.deleteMany({ action: 'created' })
    const stray = newPlan()
    await rig.deliverAll(stray.created(day(2)))
    subscription.state.before = async (page) => {
      if (page === 2) throw unavailable()
    }
    await expect(rebuild()).rejects.toThrow()
    expect(await rig.logOf(stray.planId)).toHaveLength(1)
    subscription.state.before = async () => undefined
    expect((await rebuild()).removed).toBe(1)
    expect(await rig.stored()).toEqual(live)
    expect(await leftovers()).toEqual([])
  })

  test('when two run at once then the result is the same', async () => {
    await happen(lives(3))
    const live = await rig.stored()
    const stray = newPlan()
    await rig.deliverAll(stray.created(day(2)))
    const second = Promise.withResolvers<unknown>()
    fulfilment.state.before = async (page) => {
      if (page === 1) second.resolve(await rebuild())
    }
    await rebuild()
    await second.promise
    expect(await rig.stored()).toEqual(live)
  })
})

describe('the command', () => {
  const run = promisify(execFile)
  const main = path.join(import.meta.dirname, '..', 'src', 'rebuild.ts')

  /** A source on a port of its own, which answers only calls that are signed for it. */
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
              pastEventsQuery,
              async ({ cursor }) => source.page(cursor ?? null),
            ),
          ]),
      }),
    )

  test('when it is run then it reads the sources over signed calls and says what it did', async () => {
    await happen(lives(3))
    const live = await rig.stored()
    await rig.logs.deleteMany()
    const stray = newPlan()
    await rig.deliverAll(stray.created(day(2)))
    const [plans, parcels] = [
      await serveSource('subscription', subscription),
      await serveSource('fulfilment', fulfilment),
    ]
    const env = {
      MONGODB_URI: rig.mongodbUri,
      DATABASE_PREFIX: rig.databasePrefix,
      SERVICE_PRIVATE_KEY: testServiceKeys.privateKey,
      SUBSCRIPTION_URL: plans.url,
      FULFILMENT_URL: parcels.url,
    }
    const { stdout } = await run(process.execPath, [main], { env })
    expect(stdout).toBe('24 entries written, 1 removed that no source tells of.\n')
    expect(await rig.stored()).toEqual(live)
    await parcels.close()
    const failure = await run(process.execPath, [main], { env }).catch((error) => error)
    expect([failure.code, failure.stderr]).toEqual([
      1,
      expect.stringContaining('nothing was removed; run it again'),
    ])
    expect(await rig.stored()).toEqual(live)
    await plans.close()
  })
})
