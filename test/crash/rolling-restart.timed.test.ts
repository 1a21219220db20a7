import { type Stack, startStack, until } from '@prankpost/test-harness'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Ledgers, openLedgers } from '../../ledgers/index.ts'
import { sandboxOf } from '../support/sandbox.ts'
import { Shopper } from '../support/shopper.ts'

let stack: Stack
let ledgers: Ledgers
beforeAll(async () => {
  stack = await startStack({ replicas: 2, env: { gateway: { RATE_LIMIT_CALLS: '1000000' } } })
  ledgers = openLedgers(stack)
}, 120_000)
afterAll(async () => {
  await ledgers.close()
  await stack.stop()
})

/** Every failed answer that customers received while they bought. */
const failures: string[] = []
let calls = 0
class Customer extends Shopper {
  override async call(...[method, path, ...rest]: Parameters<Shopper['call']>) {
    calls += 1
    const answer = await super
      .call(method, path, ...rest)
      .catch((error: Error) => ({ status: 0, body: String(error) }))
    if (answer.status < 200 || answer.status > 299)
      failures.push(`${method} ${path} ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer as Awaited<ReturnType<Shopper['call']>>
  }
}

/** Buys and browses until stopped; returns the orders. */
async function goOn(customer: Customer, isOver: () => boolean): Promise<string[]> {
  const orderIds: string[] = []
  while (!isOver()) {
    const { orderId, sessionId } = await customer.checkOut()
    await sandboxOf(stack).pay(sessionId)
    orderIds.push(orderId)
    await customer.call('GET', '/api/prank-history')
    await customer.call('GET', '/api/contacts')
    await customer.call('GET', '/api/achievements')
    await customer.call('GET', '/api/pranks')
  }
  return orderIds
}

describe('a rolling update of every service', () => {
  test('when each replica of each service is stopped and started one after the other then no customer sees a failure, and nothing is lost', async () => {
    const customers = await Promise.all(Array.from({ length: 4 }, () => new Customer(stack).signUp()))
    let over = false
    const buying = customers.map((customer) => goOn(customer as Customer, () => over))
    const services = stack.processes.filter(({ spec }) => spec.cwd.includes('/services/'))
    for (const { spec } of services) {
      await stack.kill(spec.name, 'SIGTERM', spec.replica)
      await stack.waitUntilReady()
    }
    over = true
    const orderIds = (await Promise.all(buying)).flat()
    await until(async () => (await ledgers.traffic.outboxes()) === 0, 60_000)
    await until(
      async () =>
        (await ledgers.shipments.countDocuments({ orderId: { $in: orderIds } })) === orderIds.length,
      60_000,
    )
    process.stdout.write(`${services.length} restarts, ${calls} calls, ${orderIds.length} orders\n`)
    expect(services.length).toBeGreaterThan(20)
    expect(failures).toEqual([])
  }, 400_000)
})
