import { type Stack, startStack, until } from '@prankpost/test-harness'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openLedgers } from '../../ledgers/index.ts'
import { collectEvents } from '../support/collect-events.ts'
import { sandboxOf } from '../support/sandbox.ts'
import { Shopper } from '../support/shopper.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack({ services: ['auth', 'contact', 'catalog', 'order', 'payment'], replicas: 2 })
}, 60_000)
afterAll(() => stack.stop())

describe('when two replicas of each service run', () => {
  test('and webhooks arrive several times, mixed, then every order is paid once and published once', async () => {
    const orderPaid = await collectEvents(stack, 'order-paid')
    const sandbox = sandboxOf(stack)
    await sandbox.chaos({ duplicates: 4, shuffle: true, delayMs: 300 })
    const shoppers = await Promise.all(Array.from({ length: 5 }, () => new Shopper(stack).signUp()))
    const orders = await Promise.all(
      shoppers.map(async (shopper) => {
        const checkedOut = await shopper.checkOut()
        await sandbox.pay(checkedOut.sessionId)
        await shopper.confirm(checkedOut.sessionId, checkedOut.orderId)
        return checkedOut.orderId
      }),
    )
    for (const [n, shopper] of shoppers.entries()) {
      expect(await shopper.historyOf(1)).toMatchObject([{ orderId: orders[n], status: 'paid' }])
    }
    const ledgers = openLedgers(stack)
    await until(async () => (await ledgers.traffic.outboxes()) === 0)
    await until(async () => {
      const { events } = await sandbox.state()
      return events.every(({ pending_webhooks }) => pending_webhooks === 0)
    })
    await ledgers.close()
    expect(orderPaid.map(({ subject }) => subject).sort()).toEqual([...orders].sort())
    await orderPaid.close()
  })
})
