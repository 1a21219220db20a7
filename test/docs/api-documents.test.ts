import { type ApiKey, api, type EventName, events } from '@prankpost/contracts'
import type { Endpoint } from '@prankpost/contracts/endpoint'
import { type Stack, startStack, until } from '@prankpost/test-harness'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, callAs } from '../support/access/callers.ts'
import { fixtureOf } from '../support/access/requests.ts'
import { createWorld } from '../support/access/world.ts'
import * as story from '../support/api-story.ts'
import { reportHarassment, stopPranks } from '../support/consent-story.ts'
import { answerMessage } from '../support/message-story.ts'
import { packParcels } from '../support/parcel-story.ts'
import { reviewParcels } from '../support/review-story.ts'
import { changeSettings } from '../support/settings-story.ts'
import { createWireCheck, type WireCheck } from '../support/wire-check.ts'
import { watchEvents } from '../support/wire-events.ts'

const endpoints = Object.entries(api) as [ApiKey, Endpoint][]
const kinds = Object.keys(events) as EventName[]

/** Statuses that this file does not see. */
const rare = {
  304: "fetch asks past every cache once a condition is set; catalog's own test sees it",
  411: "fetch sends the length of every body; the gateway's own tests see it",
  500: 'there is no fault to be had on demand',
}

let stack: Stack
let wire: WireCheck
let bus: Awaited<ReturnType<typeof watchEvents>>
let deafen: () => void
beforeAll(async () => {
  stack = await startStack({
    restart: false,
    // Each call sends its own address, so that no rate limit counts them together.
    env: {
      subscription: { RENEWAL_SWEEP_EVERY_MS: '300' },
      gateway: { TRUST_PROXY: '1' },
    },
  })
  wire = await createWireCheck(stack)
  bus = await watchEvents(stack)
  deafen = wire.listen()
})
afterAll(async () => {
  deafen?.()
  await bus?.close()
  await stack?.stop()
})

const emitted = (event: EventName) => until(() => bus.seen.has(event))

describe('the story of a shop, checked on HTTP and on the broker', () => {
  const chapters: [string, (stack: Stack, heard: typeof emitted) => Promise<void>][] = [
    ['the links in mails are followed', story.answerMails],
    ['an order is not paid, then paid, labelled and shipped', story.buyAndShip],
    ['an order is corrected, cancelled, refunded, disputed and delivered', story.changeMinds],
    ['a plan is paid, renewed, not paid, paid again and cancelled', story.liveThroughPlan],
    ['a guest registers and recovers their orders', story.recoverOrders],
    ['a customer deletes the account', story.leave],
    ['operators are invited and sign in', story.hireOperators],
    ['a customer is found, blocked and signed out', story.helpCustomer],
    ['Stripe sends an event that the shop ignores', story.reportNothing],
    ['a prank is added, shown and taken off sale', story.changeCatalog],
    ['the shop is closed and opened, and a text is published', changeSettings],
    ['parcels are held, printed, scanned, delivered and come back', packParcels],
    ['a parcel is reviewed and refused', reviewParcels],
    ['a message is answered, and the answer is answered', answerMessage],
    ['a recipient stops all pranks to an address', stopPranks],
    ['a recipient reports harassment with the code on a slip', reportHarassment],
  ]
  test.each(chapters)('when %s then all is as documented', async (_what, chapter) => {
    await chapter(stack, emitted)
    expect(await wire.problems()).toEqual([])
    expect(bus.problems()).toEqual([])
  })
})

const documented = (key: string) => key.replace(/:(\w+)/g, '{$1}')
/** The endpoints that were not yet seen to succeed. */
const missing = () =>
  endpoints.filter(([key, { status }]) => wire.seen.get(documented(key))?.has(status) !== true)

describe('every endpoint, checked on HTTP', () => {
  test('when a guest calls those that need access then each is a 401', async () => {
    for (const [key] of endpoints.filter(([, { access }]) => access !== 'public')) {
      const params = Object.fromEntries([...key.matchAll(/:(\w+)/g)].map(([, name]) => [name, 'none']))
      expect([key, (await callAs(stack, {}, key, { params })).status]).toEqual([key, 401])
    }
    expect(await wire.problems()).toEqual([])
  })

  test('when those that the story left out are called with access then each succeeds', async () => {
    const world = await createWorld(stack)
    const callers: Record<Endpoint['access'], Caller> = {
      public: {},
      customer: { cookie: world.owner.cookie },
      admin: { adminPassword: stack.adminPassword },
    }
    for (const [key, { access, params, body }] of missing()) {
      const fixture = fixtureOf(key, params !== undefined || body !== undefined)
      await callAs(stack, callers[access], key, (await fixture?.make?.(world)) ?? {})
    }
    expect(missing().map(([key]) => key)).toEqual([])
    expect(await wire.problems()).toEqual([])
  })
})

describe('all traffic of this file', () => {
  test('when calls are too large or too frequent, or a service is unavailable, then all is as documented', async () => {
    await story.fail(stack)
    expect(await wire.problems()).toEqual([])
    expect([...wire.seen.keys()].sort()).toEqual(endpoints.map(([key]) => documented(key)).sort())
  })

  test('when the failures are counted then each documented one was seen, or has a reason why not', () => {
    const seen = new Set([...wire.seen.values()].flatMap((statuses) => [...statuses].map(String)))
    const unseen = wire.documentedStatuses().filter((status) => !seen.has(status))
    expect(unseen).toEqual(Object.keys(rare))
  })

  test('when the events are counted then each kind was seen', async () => {
    await Promise.all(kinds.map(emitted))
    expect([...bus.seen.keys()].sort()).toEqual([...kinds].sort())
  })

  test('when the broker is checked then it has exactly the documented exchange and queues', async () => {
    expect(await bus.topologyProblems()).toEqual([])
  })
})
