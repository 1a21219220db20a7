import { afterEach, describe, expect, test } from '@jest/globals'
import type { Subscription } from '@prankpost/contracts'
import { type Stack, startStack } from '@prankpost/local-stack'
import { openBooks } from './books.ts'
import { collectEvents } from './collect-events.ts'
import { sandboxOf } from './sandbox.ts'
import { Shopper, until } from './shopper.ts'

let stack: Stack
afterEach(() => stack.stop())

/** Every place in a plan's life where subscription can die between two effects; it really dies there. */
const crashPoints: [point: string, where: string][] = [
  ['subscription:plan-pending', 'after the plan and before its session'],
  ['consume:received plan-paid', 'as the handler begins'],
  ['outbox:written subscription-created', 'after the write and before the publish'],
  ['relay:published subscription-created', 'after the publish and before the confirm'],
  ['consume:handled plan-paid', 'after the handler and before the acknowledgement'],
  ['subscription:cancelled-at-stripe', "after Stripe's end of the plan and before ours"],
  ['outbox:written subscription-cancelled', 'after our end of the plan and before the answer'],
]

describe('when subscription dies', () => {
  test.each(crashPoints)(
    'at %s (%s) then the plan begins and ends once, by the customer',
    async (point) => {
      stack = await startStack({
        services: ['auth', 'order', 'payment', 'subscription'],
        crashAt: { subscription: point },
        env: { payment: { SESSION_SWEEP_AFTER_MS: '2000' } },
      })
      const books = openBooks(stack)
      const created = await collectEvents(stack, 'subscription-created')
      const cancelled = await collectEvents(stack, 'subscription-cancelled')
      try {
        const shopper = await new Shopper(stack).signUp()
        const path = '/api/create-subscription-checkout'
        const { sessionId } = (await shopper.insist('POST', path, { prankCount: 2 }, 200)).body
        await sandboxOf(stack).pay(sessionId)
        const plan = async () => {
          const { body } = await shopper.insist('GET', '/api/subscriptions', undefined, 200)
          return (body as Subscription[])[0]
        }
        const active = await until(plan)
        await shopper.insist('POST', `/api/subscriptions/${active.id}/cancel`, undefined, 200)
        await stack.crashed('subscription')

        await until(async () => (await plan())?.status === 'cancelled')
        await until(() => cancelled.length > 0)
        await until(async () => (await books.outboxDepth()) === 0)
        expect(new Set(created.map(({ id }) => id)).size).toBe(1)
        expect(new Set(cancelled.map(({ id }) => id)).size).toBe(1)
        expect(await books.plans.countDocuments()).toBe(1)
        const stored = await books.plans.findOne({})
        expect(stored?.journal.at(-1)?.data).toMatchObject({ cancelledBy: 'customer', status: 'cancelled' })
        expect(await until(() => books.orders.countDocuments({ 'plan.subscriptionId': active.id }))).toBe(1)
      } finally {
        await created.close()
        await cancelled.close()
        await books.close()
      }
    },
    60_000,
  )
})
