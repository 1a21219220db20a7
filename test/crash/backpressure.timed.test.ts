import { setTimeout as sleep } from 'node:timers/promises'
import { type Stack, startStack, until } from '@prankpost/test-harness'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Ledgers, openLedgers } from '../../ledgers/index.ts'
import { leaveBacklog } from '../support/backlog.ts'
import { metricsOf } from '../support/metrics.ts'
import { growth, memoryOf, normalAfter, slowness, storm } from '../support/pressure.ts'
import { sandboxOf } from '../support/sandbox.ts'
import { Shopper } from '../support/shopper.ts'

const services = ['auth', 'contact', 'catalog', 'order', 'payment', 'fulfilment']
let stack: Stack
let ledgers: Ledgers
beforeAll(async () => {
  stack = await startStack({
    services,
    ownMongo: true,
    ownBroker: true,
    restart: false,
    env: {
      all: { LOG_LEVEL: 'warn' },
      auth: { REGISTRATION_LIMIT: '100000' },
    },
  })
  ledgers = openLedgers(stack)
})
afterAll(async () => {
  await ledgers.close()
  await stack.stop()
})

const memory = () => memoryOf(stack, services)
/** Permitted memory growth of a process in MB, before garbage collection: measurements show no growth with the outage. */
const bound = 150
/** Prints the measurements of the run. */
const report = (what: string, figures: object) =>
  process.stdout.write(`${what}: ${JSON.stringify(figures)}\n`)

describe('while the broker is unavailable', () => {
  test('then orders are placed and paid, their events wait, and are delivered once it is back', async () => {
    const sandbox = sandboxOf(stack)
    const shoppers = await Promise.all(Array.from({ length: 5 }, () => new Shopper(stack).signUp()))
    await shoppers[0]?.checkOut()
    const purchases = 5
    const before = await memory()
    await stack.kill('broker')
    const bought = shoppers.map(async (shopper) => {
      const orderIds: string[] = []
      for (let n = 0; n < purchases; n++) {
        const { orderId, sessionId } = await shopper.checkOut()
        expect((await sandbox.pay(sessionId)).status).toBe(200)
        orderIds.push(orderId)
      }
      return orderIds
    })
    const ids = (await Promise.all(bought)).flat()
    const paid = { _id: { $in: ids as never[] }, paidSessionId: { $ne: null } }
    await until(async () => (await ledgers.payments.countDocuments(paid)) === ids.length)
    expect(await ledgers.traffic.outboxes(['order', 'payment', 'fulfilment'])).toBe(ids.length)
    const seen = await metricsOf(stack, 'payment')
    expect(seen.valueOf('outbox_documents', { collection: 'payments' })).toBe(ids.length)
    expect(seen.valueOf('outbox_oldest_seconds', { collection: 'payments' })).toBeGreaterThan(0)
    const during = await memory()

    const start = Date.now()
    stack.start('broker')
    await Promise.all(shoppers.map((shopper) => shopper.historyOf(purchases)))
    await until(async () => (await ledgers.traffic.outboxes()) === 0)
    await until(
      async () => (await ledgers.shipments.countDocuments({ orderId: { $in: ids } })) === ids.length,
    )
    report('broker unavailable', { orders: ids.length, flowedAfterMs: Date.now() - start, before, during })
    expect(growth(before, during)).toBeLessThan(bound)
  })
})

const mongo = () => {
  const found = stack.processes.find(({ spec }) => spec.name === 'mongodb')
  if (found?.pid === undefined) throw new Error('MongoDB does not run')
  return { pid: found.pid, ready: () => found.ready() }
}
/** Ways to make MongoDB unavailable, each with the way to restore it. */
const outages: [how: string, leave: () => Promise<() => Promise<void>>][] = [
  [
    'killed',
    async () => {
      await stack.kill('mongodb')
      return async () => {
        stack.start('mongodb')
        await mongo().ready()
      }
    },
  ],
  [
    'stopped, so that it accepts calls and answers none',
    async () => {
      process.kill(mongo().pid, 'SIGSTOP')
      return async () => void process.kill(mongo().pid, 'SIGCONT')
    },
  ],
]

describe('when MongoDB is', () => {
  test.each(outages)(
    '%s, then calls are answered 503 at once, nothing accumulates, and everything works within 3 s of its return',
    async (how, leave) => {
      const shopper = await new Shopper(stack).signUp()
      const cart = await shopper.cart()
      const place = { ...cart, customMessage: 'In an outage' }
      const read = () => shopper.call('GET', '/api/prank-history')
      const call = (turn: number) =>
        turn % 2 === 0 ? read() : shopper.call('POST', '/api/create-order-record', place)
      // Warm-up: it allocates the memory that an outage needs, so that only later growth is measured.
      await storm(call, 500)
      const before = await memory()
      const slowBefore = slowness()
      const comeBack = await leave()
      const first = await storm(call, 100)
      const stormed = await storm(call, 2_000)
      const during = await memory()
      await sleep(6_000)
      const later = await storm(call, 100)
      await comeBack()
      const backAfterMs = await normalAfter(read)
      const slow = Math.max(slowBefore, slowness())
      report(`MongoDB ${how}`, { slow, first, stormed, later, backAfterMs, before, during })
      expect(first.statuses).toEqual({ 503: 100 })
      expect(first.maxMs).toBeLessThan(2_750 * slow)
      for (const { statuses, p99Ms } of [stormed, later]) {
        expect(Object.keys(statuses)).toEqual(['503'])
        expect(p99Ms).toBeLessThan(500 * slow)
      }
      expect(growth(before, during)).toBeLessThan(bound)
      expect(backAfterMs).toBeLessThan(3_000 * slow)
      await stack.waitUntilReady()
      expect((await call(1)).status).toBe(201)
    },
  )
})

describe('when 3,000 events are left in outboxes', () => {
  test('then they are published, consumed and settled within 20 s, and memory remains bounded', async () => {
    const shopper = await new Shopper(stack).signUp()
    const { orderId, sessionId } = await shopper.checkOut()
    await sandboxOf(stack).pay(sessionId)
    await shopper.historyOf(1)
    await until(async () => (await ledgers.traffic.outboxes()) === 0)
    await stack.kill('fulfilment')
    const before = await memoryOf(stack, ['order'])
    const start = Date.now()
    await leaveBacklog(ledgers, orderId, 3_000)
    stack.start('fulfilment')
    let most = 0
    let publishedMs = 0
    const slow = [slowness()]
    await until(async () => {
      most = Math.max(most, growth(before, await memoryOf(stack, ['order'])))
      const [waiting, opened] = await Promise.all([
        ledgers.traffic.outboxes(),
        ledgers.shipments.countDocuments({ ownerId: shopper.id }),
      ])
      if (waiting === 0) publishedMs ||= Date.now() - start
      return waiting === 0 && opened === 3_001
    })
    const drainedMs = Date.now() - start
    slow.push(slowness())
    report('backlog of 3,000', { slow, publishedMs, drainedMs, orderGrewByMb: most })
    expect(drainedMs).toBeLessThan(20_000 * Math.max(...slow))
    expect(most).toBeLessThan(bound)
  })
})
