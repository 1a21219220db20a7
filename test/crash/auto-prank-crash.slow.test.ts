import type { Subscription } from '@prankpost/contracts'
import { type Stack, startStack, until } from '@prankpost/test-harness'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Ledgers, openLedgers } from '../../ledgers/index.ts'
import { collectEvents } from '../support/collect-events.ts'
import { type CrashPoint, dieAtEach } from '../support/die-at-each.ts'
import { sandboxOf } from '../support/sandbox.ts'
import { Shopper } from '../support/shopper.ts'

let stack: Stack
let ledgers: Ledgers
let created: Awaited<ReturnType<typeof collectEvents>>
let cancelled: typeof created
beforeAll(async () => {
  stack = await startStack({
    services: ['auth', 'order', 'payment', 'subscription'],
    crashAt: {},
    env: { payment: { SESSION_SWEEP_AFTER_MS: '2000' } },
  })
  ledgers = openLedgers(stack)
  created = await collectEvents(stack, 'subscription-created')
  cancelled = await collectEvents(stack, 'subscription-cancelled')
})
afterAll(async () => {
  await created.close()
  await cancelled.close()
  await ledgers.close()
  await stack.stop()
})

const planOf = async (shopper: Shopper) =>
  ((await shopper.insist('GET', '/api/subscriptions', undefined, 200)).body as Subscription[])[0]

/** Chooses a plan, pays it, and waits until it is active. */
async function subscribe(shopper: Shopper) {
  const path = '/api/create-subscription-checkout'
  const { sessionId } = (await shopper.insist('POST', path, { prankCount: 2 }, 200)).body
  const session = (await sandboxOf(stack).pay(sessionId)).body
  return {
    ...(session as { subscription: string; customer: string }),
    plan: await until(() => planOf(shopper)),
  }
}

/** Places between two effects when customers change, pause and resume a plan, replace the card, and cancel. */
const termPoints: [process: string, points: Partial<Record<Step, CrashPoint>>][] = [
  [
    'payment',
    {
      subscribe: ['payment', 'payment:customer-created', "between Stripe's customer and our record of it"],
      change: [
        'payment',
        'payment:plan-changed-at-stripe',
        "between Stripe's new terms and our record of them",
      ],
      card: [
        'payment',
        'payment:new-card-charged',
        'between the charge of the new card and our record of it',
      ],
      cancel: [
        'subscription',
        'subscription:unsent-noted',
        'between the choice and the end of the plan at Stripe',
      ],
    },
  ],
  [
    'subscription',
    {
      change: [
        'subscription',
        'subscription:changed-at-stripe',
        "between payment's new price and our record of it",
      ],
      pause: [
        'subscription',
        'subscription:paused-at-stripe',
        "between payment's pause and our record of it",
      ],
      resume: [
        'subscription',
        'subscription:resumed-at-stripe',
        'between the end of the pause and our record of it',
      ],
      card: ['payment', 'payment:card-replaced', 'between the new card of the plan and its charge'],
    },
  ],
]
type Step = 'subscribe' | 'change' | 'pause' | 'resume' | 'card' | 'cancel'

/** Does a step in which a process dies, if there is a point for it. */
async function dyingAt<T>(point: CrashPoint | undefined, step: () => Promise<T>): Promise<T> {
  if (point) stack.crashAt(point[0], point[1])
  const done = await step()
  if (point) await stack.crashed(point[0])
  return done
}

// First: a webhook that the dead process had begun waits half a minute until its claim expires.
const changeOf = dieAtEach(termPoints, async ([, points]) => {
  const shopper = await new Shopper(stack).signUp()
  const { plan, subscription, customer } = await dyingAt(points.subscribe, () => subscribe(shopper))
  const path = `/api/subscriptions/${plan.id}`
  await dyingAt(points.change, () => shopper.insist('PATCH', path, { prankCount: 3 }, 200))
  await dyingAt(points.pause, () => shopper.insist('POST', `${path}/pause`, { months: 1 }, 200))
  await dyingAt(points.resume, () => shopper.insist('POST', `${path}/resume`, undefined, 200))
  expect(await planOf(shopper)).toMatchObject({ nextPrankCount: 3, pausedUntil: null })

  await sandboxOf(stack).bill(subscription, 'fail-renewal')
  await until(async () => (await planOf(shopper))?.status === 'past_due')
  await dyingAt(points.card, () => sandboxOf(stack).replaceCard(customer))
  return shopper
})

/** The places in a plan's lifecycle where a process can die between two effects, besides outbox, relay and consumer; the process really dies there. */
const crashPoints: CrashPoint[] = [
  ['subscription', 'subscription:plan-pending', 'after the plan and before its session'],
  ['subscription', 'outbox:written subscription-created', 'after the write and before the publish'],
  [
    'subscription',
    'subscription:cancelled-at-stripe',
    'after the plan is ended at Stripe and before it is ended here',
  ],
  [
    'payment',
    'payment:plan-cancelled-at-stripe',
    "between the end of the plan at Stripe and payment's record of it",
  ],
]

const lifeOf = dieAtEach(crashPoints, async ([service, point]) => {
  const shopper = await new Shopper(stack).signUp()
  stack.crashAt(service, point)
  const { plan } = await subscribe(shopper)
  await shopper.insist('POST', `/api/subscriptions/${plan.id}/cancel`, undefined, 200)
  await stack.crashed(service)
  return { shopper, id: plan.id }
})

describe('when a process dies', () => {
  test.each(crashPoints)('%s at %s (%s) then the plan begins and ends once', async (...one) => {
    const { shopper, id } = lifeOf(one)
    await until(async () => (await planOf(shopper))?.status === 'cancelled')
    const about = (emitted: typeof created) => emitted.filter(({ subject }) => subject === id)
    await until(() => about(created).length > 0 && about(cancelled).length > 0)
    await until(async () => (await ledgers.traffic.outboxes()) === 0)
    expect(new Set(about(created).map((event) => event.id)).size).toBe(1)
    expect(new Set(about(cancelled).map((event) => event.id)).size).toBe(1)
    const plans = await ledgers.plans.find({ ownerId: shopper.id }).toArray()
    expect(plans).toHaveLength(1)
    const [stored] = plans
    expect(stored?.journal.at(-1)?.data).toMatchObject({ cancelledBy: 'customer', status: 'cancelled' })
    expect(await until(() => ledgers.orders.countDocuments({ 'plan.subscriptionId': id }))).toBe(1)
  })
})

/** Places between two effects when a customer with an unpaid plan chooses another plan. */
const changePoints: CrashPoint[] = [
  [
    'payment',
    'payment:session-closed-at-stripe',
    'between the end of the first session at Stripe and our record of it',
  ],
  [
    'subscription',
    'subscription:session-closed',
    'after the first session is closed and before its plan is removed',
  ],
  [
    'subscription',
    'subscription:plan-replaced',
    'after the first plan is removed and before the second is created',
  ],
]

describe('when a process dies while a customer chooses another plan', () => {
  test('at each place between two effects then only the last plan can be paid, and it runs', async () => {
    const shopper = await new Shopper(stack).signUp()
    const choose = async (prankCount: number) => {
      const path = '/api/create-subscription-checkout'
      return (await shopper.insist('POST', path, { prankCount }, 200)).body.sessionId as string
    }
    const replaced = [await choose(1)]
    for (const [n, point] of changePoints.entries()) {
      replaced.push(await dyingAt(point, () => choose(n + 2)))
    }
    const last = replaced.pop() ?? ''
    const sandbox = sandboxOf(stack)
    for (const session of replaced) expect((await sandbox.pay(session)).status).not.toBe(200)
    expect((await sandbox.pay(last)).status).toBe(200)
    expect(await until(() => planOf(shopper))).toMatchObject({ status: 'active', prankCount: 4 })
    expect(await ledgers.plans.countDocuments({ ownerId: shopper.id })).toBe(1)
  })
})

describe('when processes die while a customer changes a plan', () => {
  test.each(termPoints)('%s at each step then each step has its effect once', async (...one) => {
    const shopper = changeOf(one)
    await until(async () => (await planOf(shopper))?.status === 'active')
    const { id } = await until(() => planOf(shopper))
    const cancel = () => shopper.insist('POST', `/api/subscriptions/${id}/cancel`, { unsent: 'send' }, 200)
    await dyingAt(one[1].cancel, cancel)

    const stored = await ledgers.plans.findOne({ ownerId: shopper.id })
    expect(stored).toMatchObject({ status: 'cancelled', prankCount: 3, amountCents: 1497 })
    expect(stored?.months).toHaveLength(2)
    expect(
      stored?.journal.map(({ data }: { data: unknown }) => (data as { change?: string }).change ?? null),
    ).toEqual([...[null, 'changed', 'paused', 'resumed', 'past_due'], ...[null, 'recovered', null]])
    expect(stored?.journal.at(-1)?.data).toMatchObject({ unsent: 'send' })
  })
})
