import { afterEach, describe, expect, test } from '@jest/globals'
import { type Stack, startStack } from '@prankpost/local-stack'
import { openBooks } from './books.ts'
import { collectEvents } from './collect-events.ts'
import { sandboxOf } from './sandbox.ts'
import { Shopper, until } from './shopper.ts'

let stack: Stack
afterEach(() => stack.stop())

/** What a purchase needs, and no more: each test starts it anew. */
const shop = ['auth', 'contact', 'catalog', 'order', 'payment']

/**
 * Every place between two effects of a purchase where a process can die. Each test really dies there
 * (SIGKILL from within, at the named point), comes back, and must find nothing lost and nothing doubled.
 */
const crashPoints: [service: string, point: string, where: string][] = [
  ['payment', 'payment:session-created', "between Stripe's answer and our note of the session"],
  ['payment', 'payment:session-read', "between Stripe's word that it is paid and our write"],
  ['payment', 'outbox:written payment-succeeded', 'after the write and before the publish'],
  ['payment', 'relay:published payment-succeeded', 'after the publish and before the confirm'],
  ['payment', 'relay:confirmed', 'after the confirm and before the outbox is emptied'],
  ['order', 'consume:received payment-succeeded', 'as the handler begins'],
  [
    'order',
    'outbox:written order-paid',
    'in the middle of the handler: written, neither published nor acknowledged',
  ],
  ['order', 'relay:published order-paid', 'after the publish and before the confirm'],
  ['order', 'relay:confirmed', 'after the confirm and before the outbox is emptied'],
  ['order', 'consume:handled payment-succeeded', 'after the handler and before the acknowledgement'],
]

describe('when a process dies', () => {
  test.each(crashPoints)(
    '%s at %s (%s) then there is one paid order, told once',
    async (service, point) => {
      stack = await startStack({
        services: shop,
        crashAt: { [service]: point },
        env: { payment: { SESSION_SWEEP_AFTER_MS: '2000' } },
      })
      const sandbox = sandboxOf(stack)
      const books = openBooks(stack)
      const orderPaid = await collectEvents(stack, 'order-paid')
      try {
        const shopper = await new Shopper(stack).signUp()
        const { orderId, sessionId } = await shopper.checkOut()
        await sandbox.pay(sessionId)
        await stack.crashed(service)

        const lines = await shopper.historyOf(1, 30_000)
        expect(lines).toMatchObject([{ orderId, status: 'paid', price: '4.99' }])
        await until(() => orderPaid.some(({ subject }) => subject === orderId))
        await until(async () => (await books.outboxDepth()) === 0)
        expect(new Set(orderPaid.map(({ id }) => id)).size).toBe(1)

        const payment = await books.payments.findOne({ _id: orderId as never })
        expect(payment).toMatchObject({
          paidSessionId: sessionId,
          sessions: [{ status: 'paid', id: sessionId }],
        })
        const { sessions, refunds } = await sandbox.state()
        expect(sessions.map(({ id }) => id)).toEqual([sessionId])
        expect(refunds).toEqual([])
      } finally {
        await orderPaid.close()
        await books.close()
      }
    },
    60_000,
  )
})
