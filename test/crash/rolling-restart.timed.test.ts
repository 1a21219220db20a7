import path from 'node:path'
import { type Stack, startStack, until } from '@prankpost/test-harness'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Ledgers, openLedgers } from '../../ledgers/index.ts'
import { collectEvents } from '../support/collect-events.ts'
import { makeNextVersion } from '../support/next-version.ts'
import { sandboxOf } from '../support/sandbox.ts'
import { Shopper } from '../support/shopper.ts'

let stack: Stack
let ledgers: Ledgers
let paid: Awaited<ReturnType<typeof collectEvents>>
const root = path.join(import.meta.dirname, '..', '..')
const next = makeNextVersion()
const readers = ['fulfilment', 'achievement', 'subscription-logs', 'reporting', 'notification']
/** What the new version changes. */
const updated = ['order', ...readers]
beforeAll(async () => {
  stack = await startStack({ replicas: 2 })
  ledgers = openLedgers(stack)
  paid = await collectEvents(stack, 'order-paid')
})
afterAll(async () => {
  await paid.close()
  await ledgers.close()
  await stack.stop()
  next.remove()
})

/** Every failed answer that customers received while they bought. */
const failures: string[] = []
let calls = 0
class Customer extends Shopper {
  override async call(...[method, address, ...rest]: Parameters<Shopper['call']>) {
    calls += 1
    const answer = await super
      .call(method, address, ...rest)
      .catch((error: Error) => ({ status: 0, body: String(error) }))
    if (answer.status < 200 || answer.status > 299)
      failures.push(`${method} ${address} ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer as Awaited<ReturnType<Shopper['call']>>
  }
}

/** Customers place and pay for one order after another, and read these paths, until the work is done; returns the orders. */
async function whileBuying(count: number, reads: string[], work: () => Promise<void>): Promise<string[]> {
  const customers = await Promise.all(Array.from({ length: count }, () => new Customer(stack).signUp()))
  let isOver = false
  const buying = customers.map(async (customer) => {
    const orderIds: string[] = []
    while (!isOver) {
      const { orderId, sessionId } = await customer.checkOut()
      await sandboxOf(stack).pay(sessionId)
      orderIds.push(orderId)
      for (const read of reads) await customer.call('GET', read)
    }
    return orderIds
  })
  await work().finally(() => {
    isOver = true
  })
  return (await Promise.all(buying)).flat()
}

/** Every order has its shipment. */
const allRecorded = (orderIds: string[]) =>
  until(
    async () => (await ledgers.shipments.countDocuments({ orderId: { $in: orderIds } })) === orderIds.length,
  )

/** Stops a replica and restarts it, in the version that its working directory has. */
async function restart(name: string, replica: number): Promise<void> {
  await stack.kill(name, 'SIGTERM', replica)
  await stack.waitUntilReady()
}

test('when each replica of each service is stopped and started one after the other then no customer sees a failure, and nothing is lost', async () => {
  // The next test restarts the others.
  const services = stack.processes.filter(
    ({ spec }) => spec.cwd.includes('/services/') && !updated.includes(spec.name),
  )
  const orderIds = await whileBuying(2, ['/api/contacts', '/api/pranks'], async () => {
    for (const { spec } of services) await restart(spec.name, spec.replica)
  })
  await until(async () => (await ledgers.traffic.outboxes()) === 0)
  await allRecorded(orderIds)
  process.stdout.write(`${services.length} restarts, ${calls} calls, ${orderIds.length} orders\n`)
  expect(services.length).toBeGreaterThanOrEqual(14)
  expect(failures).toEqual([])
})

const versions = () => paid.map((event) => ('parcelMessage' in event.data ? 2 : 1))
/** Resolves after that many further orders were paid. */
async function purchases(count: number): Promise<void> {
  const before = paid.length
  await until(async () => paid.length >= before + count)
}
/** Restarts a replica in that version. */
async function runVersion(version: string, name: string, replica: number): Promise<void> {
  const found = stack.processes.find(({ spec }) => spec.name === name && spec.replica === replica)
  if (found === undefined) throw new Error(`no replica ${replica} of ${name}`)
  found.spec.cwd = path.join(version, 'services', name)
  await restart(name, replica)
}

test('when a new version renames a field of documents and of an event, old and new replicas run side by side, and one is rolled back, then nothing fails and nothing is lost', async () => {
  failures.length = 0
  const orderIds = await whileBuying(2, ['/api/prank-history', '/api/achievements'], async () => {
    await purchases(1)
    expect(new Set(versions())).toEqual(new Set([1]))

    await runVersion(next.root, 'order', 1)
    await Promise.all(readers.map((name) => runVersion(next.root, name, 1)))
    const before = paid.length
    await until(() => new Set(versions().slice(before)).size === 2)

    await runVersion(root, 'order', 1)
    await purchases(5)
    await runVersion(next.root, 'order', 1)
    await runVersion(next.root, 'order', 0)
    await Promise.all(readers.map((name) => runVersion(next.root, name, 0)))
    // The last events of the old version may be published late, by a relay that claims what a stopped replica left.
    await purchases(5)
    await until(() =>
      versions()
        .slice(-5)
        .every((version) => version === 2),
    )
  })
  expect(failures).toEqual([])

  await allRecorded(orderIds)
  const orders = await ledgers.orders.find().toArray()
  const shipments = await ledgers.shipments.find().toArray()
  const messageOf = new Map(shipments.map(({ orderId, customMessage }) => [String(orderId), customMessage]))
  for (const { _id, customMessage } of orders.filter(({ paidAt }) => paidAt)) {
    expect(customMessage).toMatch(/^Cart no\. \d+$/)
    expect(messageOf.get(String(_id))).toBe(customMessage)
  }
  // Those of the test before, too.
  expect(shipments).toHaveLength(orders.length)
  const isRenamed = { $expr: { $eq: ['$parcelMessage', '$customMessage'] } }
  await until(async () => (await ledgers.orders.countDocuments(isRenamed)) === orders.length)
  expect(await deadLetters()).toBe(0)
  const inNewVersion = versions().filter((version) => version === 2).length
  process.stdout.write(`${orderIds.length} orders, ${inNewVersion} published in the new version\n`)
})

/** The number of dead letters of the consumers of the event. */
async function deadLetters(): Promise<number> {
  let total = 0
  for (const service of readers) {
    const response = await fetch(`${stack.baseUrl}/api/admin/dead-letters/${service}`, {
      headers: { 'x-admin-password': stack.adminPassword },
    })
    expect(response.status).toBe(200)
    total += ((await response.json()) as { total: number }).total
  }
  return total
}
