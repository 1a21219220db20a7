import { type Stack, startStack, until } from '@prankpost/test-harness'
import { ObjectId } from 'mongodb'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Ledgers, openLedgers } from '../../ledgers/index.ts'
import { callAs } from '../support/access/callers.ts'
import { payForReview } from '../support/review-story.ts'
import { sandboxOf } from '../support/sandbox.ts'

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

let count = 0

describe('when a held parcel is refused and a process dies', () => {
  test.each([
    ['order', 'order:parcel-refused', 'between the refusal and the call to payment'],
    ['fulfilment', 'fulfilment:refusal-decided', "between order's refusal and applying it"],
  ])(
    '%s at %s (%s) then the parcel is withdrawn and refunded once, without a repeat, and a repeat changes nothing',
    async (service, point) => {
      const { orderId, id } = await payForReview(stack, `I will kill you, no. ${++count}`)
      stack.crashAt(service, point)
      const about = { params: { id }, body: { reason: 'A threat' } }
      const refuse = () => callAs(stack, stack, 'POST /api/admin/parcels/:id/refuse', about).catch(() => null)
      await refuse()
      await stack.crashed(service)
      const _id = new ObjectId(orderId)
      const order = await until(() => ledgers.orders.findOne({ _id, 'refunds.status': 'succeeded' }), 30_000)
      const isWithdrawn = { orderId, 'queue.state': 'withdrawn', 'parcels.withdrawnAt': { $ne: null } }
      await until(() => ledgers.shipments.findOne(isWithdrawn), 30_000)
      await until(async () => (await refuse())?.status === 200, 30_000)
      const { refunds } = await sandboxOf(stack).state()
      const mine = refunds.filter(({ payment_intent }) => payment_intent === order.paymentIntentId)
      expect(mine.map(({ amount }) => amount)).toEqual([499])
      expect(order).toMatchObject({ status: 'cancelled', items: [{ refused: { reason: 'A threat' } }] })
    },
    90_000,
  )
})
