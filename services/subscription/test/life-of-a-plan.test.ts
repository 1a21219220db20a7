import { renewalConsent, subscription } from '@prankpost/contracts'
import { newCustomer, newId } from '@prankpost/service-kit/testing'
import { until } from '@prankpost/test-harness'
import { afterAll, describe, expect, test } from 'vitest'
import { findMissingPlans } from '../src/use-cases/find-missing.ts'
import {
  disputeChanged,
  monthOf,
  monthStart,
  planChanged,
  planEnded,
  planPaid,
  planPaymentFailed,
  planRenewed,
  prankShipped,
  startFixture,
} from './fixture.ts'

const fixture = await startFixture()
afterAll(() => fixture.close())

const statusOf = async (planId: string) => (await fixture.plans.findById(planId).lean())?.status

describe('plan-paid', () => {
  test('when a pending plan is paid, reported twice and at once, then it is active and emits one event', async () => {
    const user = newCustomer()
    await fixture.checkout(user, 3)
    const planId = String((await fixture.plans.findOne({ ownerId: user.id }).lean())?._id)
    const paid = planPaid(user, planId)
    expect(await Promise.all([paid, paid, paid].map(fixture.deliver))).toEqual([null, null, null])
    const { id, ...customer } = user
    expect(await fixture.emitted(planId)).toEqual({
      names: ['subscription-created'],
      last: {
        subscriptionId: planId,
        ownerId: id,
        customer,
        stripeSubscriptionId: `sub_${planId}`,
        prankCount: 3,
        amountCents: 1497,
        previousStatus: null,
        status: 'active',
        at: expect.any(String),
        month: monthOf(planId, 0),
        agreement: { ...renewalConsent(1497), at: expect.any(String) },
        discountCode: null,
        discountCents: null,
      },
    })
    const [shown] = await fixture.own(user)
    expect(subscription.parse(shown)).toEqual({
      id: planId,
      userId: id,
      status: 'active',
      prankCount: 3,
      monthlyAmount: '14.97',
      prices: ['4.99', '9.98', '14.97', '19.96', '24.95'],
      nextPrankCount: null,
      agreement: expect.objectContaining({ price: '14.97', interval: 'month' }),
      nextMonthlyAmount: null,
      changesAt: null,
      pausedUntil: null,
      nextChargeAt: monthStart(1),
      stripeSubscriptionId: `sub_${planId}`,
      createdAt: monthStart(0),
      updatedAt: expect.any(String),
      currentPeriodEnd: monthStart(1),
      cancelledAt: null,
      fulfillmentStatus: 'red',
      parcelsDue: 3,
      lastFulfillmentDate: null,
      user,
    })
  })

  test('when the plan is unknown, reported five times at once, then it is created from the payment, once', async () => {
    const user = newCustomer()
    const planId = newId()
    const paid = planPaid(user, planId, { prankCount: 5, amountCents: 99 })
    await Promise.all(Array.from({ length: 5 }, () => fixture.deliver(paid)))
    expect((await fixture.emitted(planId)).names).toEqual(['subscription-created'])
    expect(await fixture.own(user)).toEqual([
      expect.objectContaining({ id: planId, status: 'active', prankCount: 5, monthlyAmount: '0.99', user }),
    ])
    expect((await fixture.checkout(user)).status).toBe(409)
  })

  test('when two plans of one customer were paid then both are kept', async () => {
    const { user, planId } = await fixture.activePlan()
    const second = newId()
    await fixture.deliver(planPaid(user, second))
    expect((await fixture.own(user)).map(({ id, status }) => [id, status]).sort()).toEqual(
      [planId, second].sort().map((id) => [id, 'active']),
    )
  })

  test('when it is redelivered after the end then the plan stays ended', async () => {
    const { user, planId } = await fixture.activePlan()
    await fixture.deliver(planEnded(planId))
    await fixture.deliver(planPaid(user, planId))
    expect(await statusOf(planId)).toBe('cancelled')
    expect((await fixture.emitted(planId)).names).toEqual(['subscription-created', 'subscription-cancelled'])
  })

  test('when its payload is invalid then it is a dead letter with its reason', async () => {
    const id = newId()
    await fixture.deliverRaw('plan-paid', '{}', id)
    const [deadLetter] = await until(async () => {
      const found = await fixture.deadLetters()
      return found.length > 0 ? found : null
    })
    expect(deadLetter).toMatchObject({ id, reason: expect.stringContaining('not a valid plan-paid') })
  })
})

describe('plan-renewed', () => {
  test('when a month is paid, reported twice, then subscription-renewed is emitted once and describes the plan', async () => {
    const { user, planId } = await fixture.activePlan()
    const renewed = planRenewed(planId, 1)
    await Promise.all([fixture.deliver(renewed), fixture.deliver(renewed)])
    const { names, last } = await fixture.emitted(planId)
    expect(names).toEqual(['subscription-created', 'subscription-renewed'])
    expect(last).toMatchObject({ previousStatus: 'active', status: 'active', month: monthOf(planId, 1) })
    expect((await fixture.own(user))[0]?.currentPeriodEnd).toBe(monthStart(2))
  })

  test('when it arrives before plan-paid then it is retried and recorded after it', async () => {
    const [user, planId] = [newCustomer(), newId()]
    expect((await fixture.deliver(planRenewed(planId, 1)))?.name).toBe('NotYet')
    await fixture.deliver(planPaid(user, planId))
    await until(async () => (await fixture.emitted(planId)).names?.length === 2)
    expect((await fixture.emitted(planId)).names).toEqual(['subscription-created', 'subscription-renewed'])
  })

  test('when it arrives while the plan is pending then it is retried', async () => {
    const user = newCustomer()
    await fixture.checkout(user, 3)
    const planId = String((await fixture.plans.findOne({ ownerId: user.id }).lean())?._id)
    expect((await fixture.deliver(planRenewed(planId, 1)))?.name).toBe('NotYet')
    await fixture.deliver(planPaid(user, planId))
    await until(async () => (await fixture.emitted(planId)).names?.length === 2)
  })

  test('when twelve months arrive at once and in any sequence then each is reported once', async () => {
    const { user, planId } = await fixture.activePlan()
    const months = [5, 3, 11, 1, 8, 2, 10, 4, 9, 6, 7].map((n) => planRenewed(planId, n))
    await Promise.all([...months, ...months].map(fixture.deliver))
    const { names } = await fixture.emitted(planId)
    expect(names?.filter((name) => name === 'subscription-renewed')).toHaveLength(11)
    expect((await fixture.own(user))[0]?.currentPeriodEnd).toBe(monthStart(12))
  })

  test('when a paid month is reported after the end then it is recorded and the plan stays ended', async () => {
    const { planId } = await fixture.activePlan()
    await fixture.deliver(planEnded(planId))
    await fixture.deliver(planRenewed(planId, 1))
    const { names, last } = await fixture.emitted(planId)
    expect(names?.at(-1)).toBe('subscription-renewed')
    expect(last).toMatchObject({ previousStatus: 'cancelled', status: 'cancelled' })
    expect(await statusOf(planId)).toBe('cancelled')
  })
})

describe('plan-payment-failed', () => {
  test('when a month fails three times then that is reported once; when it is paid then the plan recovers', async () => {
    const { user, planId } = await fixture.activePlan()
    for (const attempt of [1, 2, 3]) await fixture.deliver(planPaymentFailed(planId, 1, attempt))
    expect(await fixture.emitted(planId)).toMatchObject({
      names: ['subscription-created', 'subscription-updated'],
      last: { change: 'past_due', previousStatus: 'active', status: 'past_due' },
    })
    expect((await fixture.own(user))[0]?.status).toBe('past_due')
    await fixture.deliver(planRenewed(planId, 1))
    const { names, last } = await fixture.emitted(planId)
    expect(names?.slice(2)).toEqual(['subscription-renewed', 'subscription-updated'])
    expect(last).toMatchObject({ change: 'recovered', previousStatus: 'past_due', status: 'active' })
    expect((await fixture.own(user))[0]?.status).toBe('active')
  })

  test('when it arrives after the payment of that month, or of a later one, then it changes nothing', async () => {
    const { planId } = await fixture.activePlan()
    await fixture.deliver(planRenewed(planId, 2))
    await fixture.deliver(planPaymentFailed(planId, 2))
    await fixture.deliver(planPaymentFailed(planId, 1))
    expect(await statusOf(planId)).toBe('active')
    expect((await fixture.emitted(planId)).names).toEqual(['subscription-created', 'subscription-renewed'])
  })

  test('when an earlier month is paid late then the plan stays past due for the newer one', async () => {
    const { planId } = await fixture.activePlan()
    await fixture.deliver(planPaymentFailed(planId, 2))
    await fixture.deliver(planRenewed(planId, 1))
    expect(await statusOf(planId)).toBe('past_due')
    await fixture.deliver(planRenewed(planId, 2))
    expect(await statusOf(planId)).toBe('active')
  })

  test('when Stripe does not collect the month any more then the plan recovers once, also when the failure arrives late', async () => {
    const { user, planId } = await fixture.activePlan()
    const terms = { prankCount: 3, amountCents: 1497, pausedUntil: null, currentPeriodEnd: monthStart(2) }
    const dropped = planChanged(planId, { ...terms, droppedThrough: monthStart(1), at: monthStart(1) })
    await fixture.deliver(planPaymentFailed(planId, 1))
    for (const event of [dropped, dropped, planPaymentFailed(planId, 1, 2)]) await fixture.deliver(event)
    expect(await fixture.emitted(planId)).toMatchObject({
      names: ['subscription-created', 'subscription-updated', 'subscription-updated'],
      last: { change: 'recovered', previousStatus: 'past_due', status: 'active', monthDropped: true },
    })
    expect((await fixture.own(user))[0]).toMatchObject({ status: 'active', nextChargeAt: monthStart(2) })
    const plan = await fixture.plans.findById(planId).lean()
    expect(plan?.remindAt).toEqual(new Date(new Date(monthStart(2)).getTime() - 3 * 86_400_000))

    // The next month can fail, and a state that does not name dropped months keeps them.
    await fixture.deliver(planPaymentFailed(planId, 2))
    await fixture.deliver(planChanged(planId, { ...terms, pausedUntil: monthStart(4), at: monthStart(2) }))
    expect(await statusOf(planId)).toBe('past_due')
    await fixture.deliver(planRenewed(planId, 2))
    expect(await statusOf(planId)).toBe('active')
  })

  test('when it arrives before plan-paid then it is retried; after the end it changes nothing', async () => {
    const [user, planId] = [newCustomer(), newId()]
    expect((await fixture.deliver(planPaymentFailed(planId, 1)))?.name).toBe('NotYet')
    await fixture.deliver(planPaid(user, planId))
    await until(async () => (await statusOf(planId)) === 'past_due')
    await fixture.deliver(planEnded(planId))
    await fixture.deliver(planPaymentFailed(planId, 2))
    expect(await statusOf(planId)).toBe('cancelled')
  })
})

describe('dispute-changed', () => {
  test('when a dispute about a month is lost then nothing of it is due; an open or a won one changes nothing', async () => {
    const { user, planId } = await fixture.activePlan()
    const due = async () => {
      const [plan] = await fixture.own(user)
      return [plan?.fulfillmentStatus, plan?.parcelsDue]
    }
    for (const status of ['open', 'won'] as const) {
      await fixture.deliver(disputeChanged(planId, 0, status))
      expect(await due()).toEqual(['red', 3])
    }
    expect((await fixture.deliver(disputeChanged(planId, 1, 'lost')))?.name).toBe('NotYet')
    await fixture.deliver(planRenewed(planId, 1))
    await until(async () => (await fixture.own(user))[0]?.fulfillmentStatus === 'green')
    expect(await due()).toEqual(['green', 3])
    const before = await fixture.plans.findById(planId).lean()
    expect(await fixture.deliver(disputeChanged(planId, 1, 'lost'))).toBeNull()
    expect(await fixture.plans.findById(planId).lean()).toEqual(before)
    await fixture.deliver(planRenewed(planId, 2))
    expect(await due()).toEqual(['red', 6])
  })

  test.each(['in sequence', 'the newest first'])(
    'when the bank reverses lost to won, %s, then the month is due again, unless another dispute about it is lost',
    async (sequence) => {
      const { user, planId } = await fixture.activePlan()
      const due = async () => (await fixture.own(user))[0]?.parcelsDue
      const lost = disputeChanged(planId, 0, 'lost')
      const won = disputeChanged(planId, 0, 'won', { at: monthStart(1) })
      const reports = sequence === 'in sequence' ? [lost, won, lost] : [won, lost]
      for (const event of reports) expect(await fixture.deliver(event)).toBeNull()
      expect(await due()).toBe(3)
      const other = (status: 'won' | 'lost', at: string) =>
        fixture.deliver(disputeChanged(planId, 0, status, { dispute: 'other', at }))
      await other('won', monthStart(1))
      await other('lost', monthStart(2))
      await fixture.deliver(won)
      expect(await due()).toBe(0)
    },
  )
})

describe('the comparison with payment', () => {
  test('when the event of a lost dispute never arrived then it is repaired, once, and a won one is not', async () => {
    const { user, planId } = await fixture.activePlan()
    const reported = [disputeChanged(planId, 0, 'open'), disputeChanged(planId, 0, 'lost')]
    const repaired: unknown[] = []
    const compare = (events: object[]) =>
      findMissingPlans(
        events as never,
        async (kind, _about, ingest) => {
          repaired.push((await ingest().catch(({ name }) => name)) ?? kind)
        },
        fixture.deps,
      )
    const other = disputeChanged(planId, 0, 'won', { dispute: 'other' })
    for (const _round of [1, 2]) await compare([...reported, other])
    expect(repaired).toEqual(['lost-month-still-due'])
    expect((await fixture.own(user))[0]?.parcelsDue).toBe(0)
    const reversed = await fixture.activePlan()
    const won = disputeChanged(reversed.planId, 0, 'won', { at: monthStart(1) })
    await compare([disputeChanged(reversed.planId, 0, 'lost'), won])
    expect((await fixture.own(reversed.user))[0]?.parcelsDue).toBe(3)
    // The month is missing, too: an open dispute changes nothing about it, a decided one is tried again.
    await compare([disputeChanged(planId, 9, 'open'), disputeChanged(planId, 9, 'lost')])
    expect(repaired.at(-1)).toBe('NotYet')
  })
})

describe('prank-shipped', () => {
  const now = () => new Date().toISOString()

  test('when parcels are shipped then the plan is yellow until the last one of the month, then green', async () => {
    const { user, planId } = await fixture.activePlan({ paidAt: now() })
    const shown = async () => {
      const [plan] = await fixture.own(user)
      return [plan?.fulfillmentStatus, plan?.lastFulfillmentDate]
    }
    expect(await shown()).toEqual(['yellow', null])
    const third = prankShipped(planId, { parcelsShipped: 3, shippedAt: '2025-01-18T00:00:00.000Z' })
    await fixture.deliver(prankShipped(planId, { parcelsShipped: 1, shippedAt: '2025-01-16T00:00:00.000Z' }))
    expect(await shown()).toEqual(['yellow', '2025-01-16T00:00:00.000Z'])
    await fixture.deliver(third)
    expect(await shown()).toEqual(['green', '2025-01-18T00:00:00.000Z'])
    await fixture.deliver(prankShipped(planId, { parcelsShipped: 2, shippedAt: '2025-01-17T00:00:00.000Z' }))
    const before = await fixture.plans.findById(planId).lean()
    await fixture.deliver(third)
    expect(await fixture.plans.findById(planId).lean()).toEqual(before)
    expect(await shown()).toEqual(['green', '2025-01-18T00:00:00.000Z'])
    expect((await fixture.emitted(planId)).names).toEqual(['subscription-created'])
  })

  test.each([
    [6.9, 'yellow'],
    [7.1, 'red'],
  ])('when parcels are due and the month is %d days old then the plan is %s', async (days, colour) => {
    const paidAt = new Date(Date.now() - days * 86_400_000).toISOString()
    const { user, planId } = await fixture.activePlan({ paidAt })
    await fixture.deliver(prankShipped(planId, { parcelsShipped: 2 }))
    expect((await fixture.own(user))[0]?.fulfillmentStatus).toBe(colour)
  })

  test('when a new month is paid then parcels are due again', async () => {
    const { user, planId } = await fixture.activePlan()
    await fixture.deliver(prankShipped(planId, { parcelsShipped: 3 }))
    await fixture.deliver(planRenewed(planId, 1))
    expect((await fixture.own(user))[0]?.fulfillmentStatus).toBe('red')
    await fixture.deliver(prankShipped(planId, { month: 1, parcelsShipped: 3 }))
    expect((await fixture.own(user))[0]?.fulfillmentStatus).toBe('green')
  })

  test('when parcels of several months are paid and not shipped then all are due, until the plan ends', async () => {
    const { user, planId } = await fixture.activePlan()
    const due = async () => (await fixture.own(user))[0]?.parcelsDue
    await fixture.deliver(prankShipped(planId, { parcelsShipped: 1 }))
    expect(await due()).toBe(2)
    await fixture.deliver(planRenewed(planId, 1))
    expect(await due()).toBe(5)
    await fixture.deliver(prankShipped(planId, { parcelsShipped: 3 }))
    expect(await due()).toBe(3)
    await fixture.deliver(planEnded(planId))
    expect(await due()).toBe(0)
  })

  test('when it arrives before its month then it is retried and recorded after it', async () => {
    const { user, planId } = await fixture.activePlan()
    expect((await fixture.deliver(prankShipped(planId, { month: 1, parcelsShipped: 3 })))?.name).toBe(
      'NotYet',
    )
    await fixture.deliver(planRenewed(planId, 1))
    await until(async () => (await fixture.own(user))[0]?.fulfillmentStatus === 'green')
  })

  test('when the parcel belongs to a one-time order then it is ignored', async () => {
    expect(await fixture.deliver(prankShipped(newId(), { orderId: newId() }))).toBeNull()
  })
})
