import path from 'node:path'
import { type Stack, startStack, until } from '@prankpost/test-harness'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Ledgers, openLedgers } from '../../ledgers/index.ts'
import { collectEvents } from '../support/collect-events.ts'
import { makeNextVersion } from '../support/next-version.ts'
import { sandboxOf } from '../support/sandbox.ts'
import { Shopper } from '../support/shopper.ts'

let stack: Stack
let ledgers: Ledgers
let paid: Awaited<ReturnType<typeof collectEvents>>
const next = makeNextVersion()
const readers = ['fulfilment', 'achievement', 'subscription-logs', 'reporting', 'notification']
const updated = ['order', ...readers]
beforeAll(async () => {
  stack = await startStack({ replicas: 2, env: { gateway: { RATE_LIMIT_CALLS: '1000000' } } })
  ledgers = openLedgers(stack)
  paid = await collectEvents(stack, 'order-paid')
}, 120_000)
afterAll(async () => {
  await paid.close()
  await ledgers.close()
  await stack.stop()
  next.remove()
})

/** Stops a replica and restarts it in that version. */
async function runVersion(root: string, name: string, replica: number): Promise<void> {
  const found = stack.processes.find(({ spec }) => spec.name === name && spec.replica === replica)
  if (found === undefined) throw new Error(`no replica ${replica} of ${name}`)
  found.spec.cwd = path.join(root, 'services', name)
  await stack.kill(name, 'SIGTERM', replica)
  await stack.waitUntilReady()
}

const failures: string[] = []
class Customer extends Shopper {
  override async call(...[method, address, ...rest]: Parameters<Shopper['call']>) {
    const answer = await super.call(method, address, ...rest)
    if (answer.status > 299) failures.push(`${method} ${address} ${answer.status}`)
    return answer
  }

  /** Places and pays for one order after another until stopped; returns the orders. */
  async goOn(isOver: () => boolean): Promise<string[]> {
    const orderIds: string[] = []
    while (!isOver()) {
      const { orderId, sessionId } = await this.checkOut()
      await sandboxOf(stack).pay(sessionId)
      orderIds.push(orderId)
    }
    return orderIds
  }
}

/** Resolves after that many further orders were paid. */
async function purchases(count: number): Promise<void> {
  const before = paid.length
  await until(async () => paid.length >= before + count, 60_000)
}

const versions = () => paid.map((event) => ('parcelMessage' in event.data ? 2 : 1))

describe('an update that renames a field of documents and of an event', () => {
  test('when old and new replicas run side by side, and one is rolled back, then nothing fails and nothing is lost', async () => {
    const root = path.join(import.meta.dirname, '..', '..')
    const customers = await Promise.all(Array.from({ length: 3 }, () => new Customer(stack).signUp()))
    let over = false
    const buying = customers.map((customer) => (customer as Customer).goOn(() => over))
    await purchases(10)
    expect(new Set(versions())).toEqual(new Set([1]))

    for (const name of updated) await runVersion(next.root, name, 1)
    await purchases(40)
    expect(new Set(versions().slice(-40))).toEqual(new Set([1, 2]))

    await runVersion(root, 'order', 1)
    await purchases(10)
    await runVersion(next.root, 'order', 1)
    for (const name of updated) await runVersion(next.root, name, 0)
    await purchases(10)
    expect(new Set(versions().slice(-5))).toEqual(new Set([2]))

    over = true
    const orderIds = (await Promise.all(buying)).flat()
    expect(failures).toEqual([])

    await until(
      async () =>
        (await ledgers.shipments.countDocuments({ orderId: { $in: orderIds } })) === orderIds.length,
      90_000,
    )
    const orders = await ledgers.orders.find().toArray()
    const shipments = await ledgers.shipments.find().toArray()
    const messageOf = new Map(shipments.map(({ orderId, customMessage }) => [String(orderId), customMessage]))
    for (const { _id, customMessage } of orders.filter(({ paidAt }) => paidAt)) {
      expect(customMessage).toMatch(/^Cart no\. \d+$/)
      expect(messageOf.get(String(_id))).toBe(customMessage)
    }
    expect(shipments).toHaveLength(orderIds.length)
    const isRenamed = { $expr: { $eq: ['$parcelMessage', '$customMessage'] } }
    await until(async () => (await ledgers.orders.countDocuments(isRenamed)) === orders.length, 60_000)
    expect(await deadLetters()).toBe(0)
    process.stdout.write(
      `${orderIds.length} orders, ${versions().filter((n) => n === 2).length} told in the new version\n`,
    )
  }, 300_000)
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
