import { type Stack, startStack, until } from '@prankpost/test-harness'
import { ObjectId } from 'mongodb'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Ledgers, openLedgers } from '../../ledgers/index.ts'
import { type CrashPoint, dieAtEach } from '../support/die-at-each.ts'
import { sandboxOf } from '../support/sandbox.ts'
import { Shopper } from '../support/shopper.ts'

let stack: Stack
let ledgers: Ledgers
beforeAll(async () => {
  stack = await startStack({
    services: ['auth', 'contact', 'catalog', 'order', 'payment'],
    crashAt: {},
    env: { order: { UNPAID_SWEEP_EVERY_MS: '300' }, payment: { SESSION_SWEEP_AFTER_MS: '60000' } },
  })
  ledgers = openLedgers(stack)
})
afterAll(async () => {
  await ledgers.close()
  await stack.stop()
})

const orderOf = (orderId: string) => ledgers.orders.findOne({ _id: new ObjectId(orderId) })
const paymentOf = (orderId: string) => ledgers.payments.findOne({ _id: orderId as never })
const statusAtStripe = async (sessionId: string) =>
  (await sandboxOf(stack).state()).sessions.find(({ id }) => id === sessionId)?.status

/** Makes an unpaid order eight days old: it has expired, and the next sweep removes it. */
const age = (orderId: string) => {
  const createdAt = new Date(Date.now() - 8 * 86_400_000)
  const unpaidUntil = new Date(createdAt.getTime() + 7 * 86_400_000)
  const unpaid = { _id: new ObjectId(orderId), paidAt: { $exists: false } }
  return ledgers.orders.updateOne(unpaid, { $set: { createdAt, unpaidUntil }, $inc: { revision: 1 } })
}

const crashPoints: CrashPoint[] = [
  ['order', 'order:expiry-claimed', 'after the claim of an expired order and before the call to payment'],
  [
    'payment',
    'payment:session-closed-at-stripe',
    'between the end of the session at Stripe and our record of it',
  ],
  ['payment', 'payment:unpaid-removed', 'after the payment is removed and before the answer'],
  ['order', 'order:payment-removed', "between payment's answer and the removal of the order"],
]

const expiryOf = dieAtEach(crashPoints, async ([service, point]) => {
  const shopper = await new Shopper(stack).signUp()
  const { orderId, sessionId } = await shopper.checkOut()
  stack.crashAt(service, point)
  await age(orderId)
  await stack.crashed(service)
  return { orderId, sessionId }
})

describe('when a process dies while an order expires', () => {
  test.each(crashPoints)(
    '%s at %s (%s) then order, payment and session are removed, and nothing can be paid',
    async (...one) => {
      const { orderId, sessionId } = expiryOf(one)
      await until(async () => (await orderOf(orderId)) === null)
      expect(await paymentOf(orderId)).toBeNull()
      expect(await statusAtStripe(sessionId)).toBe('expired')
      expect((await sandboxOf(stack).pay(sessionId)).status).not.toBe(200)
      await until(async () => (await ledgers.traffic.outboxes()) === 0)
    },
  )

  test("order at order:payment-removed (between payment's answer and what follows it), and it was paid without a webhook, then the order is paid and remains", async () => {
    const sandbox = sandboxOf(stack)
    await sandbox.chaos({ dropPercent: 100 })
    const shopper = await new Shopper(stack).signUp()
    const { orderId, sessionId } = await shopper.checkOut()
    expect((await sandbox.pay(sessionId)).status).toBe(200)
    stack.crashAt('order', 'order:payment-removed')
    await age(orderId)
    await stack.crashed('order')
    const order = await until(async () => {
      const found = await orderOf(orderId)
      return found?.status === 'paid' ? found : null
    })
    expect(order).not.toHaveProperty('unpaidUntil')
    expect(await paymentOf(orderId)).toMatchObject({ paidSessionId: sessionId })
    await sandbox.chaos({})
  })
})

describe('when a payment arrives at the same moment', () => {
  test('then each order is either paid and kept, or removed and cannot be paid', async () => {
    const sandbox = sandboxOf(stack)
    const shopper = await new Shopper(stack).signUp()
    const orders: { orderId: string; sessionId: string }[] = []
    for (let n = 0; n < 4; n++) orders.push(await shopper.checkOut())
    const paid = await Promise.all(
      orders.map(async ({ orderId, sessionId }, n) => {
        const aged = age(orderId)
        if (n % 2 === 1) await until(async () => (await statusAtStripe(sessionId)) === 'expired')
        const { status } = await sandbox.pay(sessionId)
        await aged
        return status === 200
      }),
    )
    expect(paid.filter((_paid, n) => n % 2 === 1)).toEqual([false, false])
    for (const [n, { orderId, sessionId }] of orders.entries()) {
      if (paid[n]) {
        await until(async () => (await orderOf(orderId))?.status === 'paid')
        expect(await paymentOf(orderId)).toMatchObject({ paidSessionId: sessionId })
      } else {
        await until(async () => (await orderOf(orderId)) === null)
        expect(await paymentOf(orderId)).toBeNull()
      }
    }
    expect(await shopper.historyOf(paid.filter(Boolean).length)).toHaveLength(paid.filter(Boolean).length)
    expect((await sandbox.state()).refunds).toEqual([])
  })
})
