import { setTimeout as sleep } from 'node:timers/promises'
import { type Stack, startStack, until } from '@prankpost/test-harness'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openLedgers } from '../../ledgers/index.ts'
import { sandboxOf } from '../support/sandbox.ts'
import { Shopper } from '../support/shopper.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack({
    services: ['auth', 'contact', 'catalog', 'order', 'payment'],
    ownMongo: true,
    ownBroker: true,
    env: {
      payment: { SESSION_SWEEP_AFTER_MS: '2000' },
      auth: { REGISTRATION_LIMIT: '100000' },
    },
  })
}, 180_000)
afterAll(() => stack.stop())

const twice = ['order', 'payment', 'order', 'payment']

/** A new customer. After the test before, the gateway may not know yet that auth is back. */
const signUp = () => until(() => new Shopper(stack).signUp().catch(() => null))

/** A customer who buys and retries after errors, until the kills are over; returns the orders that were paid. */
async function buy(shopper: Shopper, isOver: () => boolean): Promise<string[]> {
  const sandbox = sandboxOf(stack)
  const paid: string[] = []
  while (!isOver()) {
    const { orderId, sessionId } = await shopper.checkOut()
    // The hosted page is retried, too.
    await until(async () => (await sandbox.pay(sessionId).catch(() => null))?.status === 200, 30_000)
    paid.push(orderId)
    await sleep(50)
  }
  return paid
}

describe('when processes are killed with -9 in the middle of purchases', () => {
  test.each([
    ['every process of a purchase', ['gateway', 'auth', 'contact', 'catalog', 'sandbox', ...twice]],
    ['the broker, twice', ['broker', 'broker']],
    ['the database, twice', ['mongodb', 'mongodb']],
  ])(
    '%s: then every paid order is paid once and in the history',
    async (_what, victims) => {
      const customers = await Promise.all(Array.from({ length: 4 }, signUp))
      let isOver = false
      const buying = Promise.all(customers.map((customer) => buy(customer, () => isOver)))
      for (const [n, victim] of victims.entries()) {
        await sleep(300 + 100 * (n % 3))
        await stack.kill(victim)
      }
      isOver = true
      const paid = await buying
      await stack.waitUntilReady()

      for (const [n, customer] of customers.entries()) {
        const lines = await customer.historyOf(paid[n]?.length ?? 0, 45_000)
        expect(lines.map(({ orderId }) => orderId).sort()).toEqual(paid[n]?.sort())
        expect(lines.every(({ status, price }) => status === 'paid' && price === '4.99')).toBe(true)
      }
      const ledgers = openLedgers(stack)
      await until(async () => (await ledgers.traffic.outboxes()) === 0, 30_000)
      const orderIds = paid.flat()
      const payments = await ledgers.payments.find({ _id: { $in: orderIds as never[] } }).toArray()
      expect(
        payments.map(
          ({ sessions }) => sessions.filter((s: { status: string }) => s.status === 'paid').length,
        ),
      ).toEqual(orderIds.map(() => 1))
      await ledgers.close()
      expect((await sandboxOf(stack).state()).refunds).toEqual([])
    },
    240_000,
  )
})
