import { adminPasswordHeader } from '@prankpost/contracts'
import { type Stack, startStack, until } from '@prankpost/test-harness'
import { ObjectId } from 'mongodb'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Ledgers, openLedgers } from '../../ledgers/index.ts'
import { collectEvents } from '../support/collect-events.ts'
import { sandboxOf } from '../support/sandbox.ts'
import { Shopper } from '../support/shopper.ts'

let stack: Stack
let ledgers: Ledgers
beforeAll(async () => {
  stack = await startStack({
    services: ['auth', 'contact', 'catalog', 'order', 'payment', 'fulfilment'],
    crashAt: {},
    env: { payment: { SESSION_SWEEP_AFTER_MS: '2000' } },
  })
  ledgers = openLedgers(stack)
}, 90_000)
afterAll(async () => {
  await ledgers.close()
  await stack.stop()
})

/** A paid order that fulfilment knows. */
async function paidOrder() {
  const shopper = await new Shopper(stack).signUp()
  const { orderId, sessionId } = await shopper.checkOut(2)
  await sandboxOf(stack).pay(sessionId)
  await shopper.historyOf(1)
  await until(() => ledgers.shipments.findOne({ orderId }))
  return { shopper, orderId }
}

/** A call of the operator; null when it got no answer. */
const admin = (path: string, body: object, headers = {}) =>
  fetch(stack.baseUrl + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      [adminPasswordHeader]: stack.adminPassword,
      ...headers,
    },
    body: JSON.stringify(body),
  }).catch(() => null)

const orderOf = async (shopper: Shopper, orderId: string) =>
  (await shopper.insist('GET', `/api/orders/${orderId}`, undefined, 200)).body

/** Stripe refunded this amount of the order once, and payment and order have recorded it. */
async function expectRefunded(orderId: string, cents: number) {
  const _id = new ObjectId(orderId)
  const order = await until(() => ledgers.orders.findOne({ _id, 'refunds.status': 'succeeded' }), 30_000)
  const intent = order?.paymentIntentId
  const { refunds } = await sandboxOf(stack).state()
  const mine = refunds.filter(({ payment_intent }) => payment_intent === intent)
  expect(mine.map(({ amount }) => amount)).toEqual([cents])
  expect(order?.refunds).toMatchObject([
    { amountCents: cents, status: 'succeeded', stripeRefundId: mine[0]?.id },
  ])
  const payment = await ledgers.payments.findOne({ _id: orderId as never })
  expect(payment?.refunds).toMatchObject([{ amountCents: cents, status: 'succeeded' }])
}

/** Every place between two effects of a cancellation where a process can die. */
const crashPoints: [service: string, point: string, where: string][] = [
  ['order', 'outbox:written refund-requested', 'after the cancellation is written and before its publish'],
  ['order', 'order:cancelled', 'between the cancellation and the call to payment'],
  ['payment', 'payment:refund-noted', 'between the record of a refund and the call to Stripe'],
  ['payment', 'payment:refund-created', "between Stripe's refund and our record of it"],
  ['payment', 'outbox:written refund-changed', 'after the record of the refund and before its publish'],
  ['order', 'order:refund-made', "between payment's answer and order's record of it"],
  ['payment', 'consume:received refund-requested', 'as the handler begins'],
  ['order', 'consume:handled refund-changed', 'after the handler and before the acknowledgement'],
]

describe('when a customer cancels an order and a process dies', () => {
  test.each(crashPoints)(
    '%s at %s (%s) then the order is cancelled and refunded once, and nothing of it is sent',
    async (service, point) => {
      const cancelled = await collectEvents(stack, 'order-cancelled')
      try {
        const { shopper, orderId } = await paidOrder()
        stack.crashAt(service, point)
        await shopper.insist('POST', `/api/orders/${orderId}/cancel`, undefined, 200)
        await stack.crashed(service)
        await expectRefunded(orderId, 998)
        await until(async () => {
          const shipment = await ledgers.shipments.findOne({ orderId })
          return shipment?.parcelsDue === undefined
        })
        const again = await shopper.insist('POST', `/api/orders/${orderId}/cancel`, undefined, 200)
        expect(again.body.refund).toEqual({ amount: '9.98', status: 'succeeded' })
        expect(await orderOf(shopper, orderId)).toMatchObject({ status: 'cancelled', refunded: '9.98' })
        await until(async () => (await ledgers.traffic.outboxes()) === 0)
        const emitted = cancelled.filter(({ subject }) => subject === orderId)
        expect(new Set(emitted.map(({ id }) => id)).size).toBe(1)
      } finally {
        await cancelled.close()
      }
    },
    60_000,
  )
})

describe('when the operator refunds a part and order dies', () => {
  test("at order:refund-decided (between the decision and the call to payment) then the repeated call with the same key returns the same refund, and Stripe's ledger has it once", async () => {
    const { orderId } = await paidOrder()
    stack.crashAt('order', 'order:refund-decided')
    const body = { amount: '1.50', reason: 'One of them was broken' }
    const refund = () =>
      admin(`/api/admin/orders/${orderId}/refunds`, body, { 'idempotency-key': `key of ${orderId}` })
    await refund()
    await stack.crashed('order')
    const answer = await until(async () => {
      const tried = await refund()
      return tried?.status === 201 ? tried : null
    }, 30_000)
    expect(await answer.json()).toMatchObject({ amount: '1.50' })
    await expectRefunded(orderId, 150)
  }, 60_000)
})

describe('when labels are printed and a process dies', () => {
  test.each([
    ['order', 'order:packed', "between the record that it is packed and order's answer"],
    ['fulfilment', 'fulfilment:orders-packed', "between order's answer and the references"],
  ])(
    '%s at %s (%s) then it can be printed again, and it cannot be cancelled any more',
    async (service, point) => {
      const { shopper, orderId } = await paidOrder()
      stack.crashAt(service, point)
      const print = () =>
        admin('/api/admin/parcel-documents', { kind: 'labels', parcelIds: [`${orderId}-1`] })
      await print()
      await stack.crashed(service)
      await until(async () => (await print())?.status === 200, 30_000)
      const refused = await shopper.insist('POST', `/api/orders/${orderId}/cancel`, undefined, 409)
      expect(refused.body.message).toContain('packed')
    },
    60_000,
  )
})
