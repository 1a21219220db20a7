import { type Stack, startStack, until } from '@prankpost/test-harness'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Ledgers, openLedgers } from '../../ledgers/index.ts'
import { collectEvents } from '../support/collect-events.ts'
import { dieAtEach } from '../support/die-at-each.ts'
import { sandboxOf } from '../support/sandbox.ts'
import { Shopper } from '../support/shopper.ts'

let stack: Stack
let ledgers: Ledgers
let orderPaid: Awaited<ReturnType<typeof collectEvents>>
beforeAll(async () => {
  stack = await startStack({
    services: ['auth', 'contact', 'catalog', 'order', 'payment'],
    crashAt: {},
    env: { payment: { SESSION_SWEEP_AFTER_MS: '2000' } },
  })
  ledgers = openLedgers(stack)
  orderPaid = await collectEvents(stack, 'order-paid')
}, 180_000)
afterAll(async () => {
  await orderPaid.close()
  await ledgers.close()
  await stack.stop()
})

/**
 * The places between two effects of a purchase where a process can die: one of payment, and in the same purchase one of
 * order. The process really dies there (SIGKILL from within, at the named point) and restarts, and nothing may be lost or
 * doubled.
 */
const crashPoints: [payment: string, where: string, order?: string, where?: string][] = [
  [
    'payment:attempt-noted',
    'between the record of an attempt and the call to Stripe',
    'order:placed',
    'after the order is written and before the answer',
  ],
  [
    'payment:session-created',
    "between Stripe's answer and our record of the session",
    'consume:received payment-succeeded',
    'as the handler begins',
  ],
  [
    'payment:webhook-stored',
    'after the webhook is stored and before it is answered or processed',
    'order:session-opened',
    "between payment's answer and order's record of the session",
  ],
  [
    'payment:session-read',
    "between Stripe's answer that it is paid and our write",
    'outbox:written order-paid',
    'in the middle of the handler: neither published nor acknowledged',
  ],
  [
    'payment:webhook-recorded',
    'after its content is written and before it is marked as done',
    'consume:handled payment-succeeded',
    'after the handler and before the acknowledgement',
  ],
  ['outbox:written payment-succeeded', 'after the write and before the publish'],
  ['relay:published payment-succeeded', 'after the publish and before the confirm'],
  ['relay:confirmed', 'after the confirm and before the outbox is emptied'],
]

const purchaseOf = dieAtEach(crashPoints, async ([ofPayment, , ofOrder]) => {
  const shopper = await new Shopper(stack).signUp()
  stack.crashAt('payment', ofPayment)
  if (ofOrder) stack.crashAt('order', ofOrder)
  const { orderId, sessionId } = await shopper.checkOut()
  await sandboxOf(stack).pay(sessionId)
  await stack.crashed('payment')
  if (ofOrder) await stack.crashed('order')
  return { shopper, orderId, sessionId }
})

describe('when a process dies', () => {
  test.each(crashPoints.map((one) => [one.join(', '), one] as const))(
    'at %s, then there is one paid order, published once',
    async (_where, one) => {
      const { shopper, orderId, sessionId } = purchaseOf(one)
      const lines = await shopper.historyOf(1, 30_000)
      expect(lines).toMatchObject([{ orderId, status: 'paid', price: '4.99' }])
      await until(() => orderPaid.some(({ subject }) => subject === orderId))
      await until(async () => (await ledgers.traffic.outboxes()) === 0)
      const emitted = orderPaid.filter(({ subject }) => subject === orderId)
      expect(new Set(emitted.map(({ id }) => id)).size).toBe(1)

      const payment = await ledgers.payments.findOne({ _id: orderId as never })
      expect(payment).toMatchObject({
        paidSessionId: sessionId,
        sessions: [{ status: 'paid', id: sessionId }],
      })
      const { sessions, refunds } = await sandboxOf(stack).state()
      const mine = sessions.filter(({ client_reference_id }) => client_reference_id === orderId)
      expect(mine.map(({ id }) => id)).toEqual([sessionId])
      expect(refunds).toEqual([])
    },
  )

  test('payment at payment:sweep-claimed (between the claim of a session and the request to Stripe) then an order without any report is paid', async () => {
    const sandbox = sandboxOf(stack)
    await sandbox.chaos({ dropPercent: 100 })
    const shopper = await new Shopper(stack).signUp()
    stack.crashAt('payment', 'payment:sweep-claimed')
    const { orderId, sessionId } = await shopper.checkOut()
    await sandbox.pay(sessionId)
    await stack.crashed('payment')
    expect(await shopper.historyOf(1, 30_000)).toMatchObject([{ orderId, status: 'paid' }])
    await sandbox.chaos({})
  }, 60_000)

  test('then no webhook waits forever: an interrupted one is processed when its claim has expired', async () => {
    await until(async () => (await ledgers.inbox.countDocuments({ state: 'received' })) === 0, 45_000)
    expect(await ledgers.inbox.countDocuments({ state: 'done', attempts: { $gt: 1 } })).toBeGreaterThan(0)
  }, 60_000)
})
