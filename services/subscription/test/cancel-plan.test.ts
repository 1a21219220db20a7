import { unavailable } from '@prankpost/service-kit'
import { newCustomer, newId } from '@prankpost/service-kit/testing'
import { until } from '@prankpost/test-harness'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { planEnded, planPaid, planPaymentFailed, planRenewed, startFixture } from './fixture.ts'

const fixture = await startFixture()
afterAll(() => fixture.close())
beforeEach(() => {
  fixture.payment.before = async () => undefined
})

const cancelled = 'Your subscription has been cancelled. No future payments will be charged.'
const already = 'Your subscription was cancelled already.'
const shownStatus = async (user: ReturnType<typeof newCustomer>) => (await fixture.own(user))[0]?.status

describe('cancelling', () => {
  test('when a customer cancels then Stripe cancels first, the plan ends at once and one event is emitted', async () => {
    const { user, planId } = await fixture.activePlan()
    fixture.payment.before = async () => expect(await shownStatus(user)).toBe('active')
    const first = await fixture.cancel(user, planId)
    expect([first.status, first.body]).toEqual([200, { message: cancelled }])
    expect(await fixture.own(user)).toEqual([
      expect.objectContaining({ status: 'cancelled', cancelledAt: expect.any(String) }),
    ])
    const second = await fixture.cancel(user, planId)
    expect([second.status, second.body]).toEqual([200, { message: already }])
    expect(await fixture.emitted(planId)).toMatchObject({
      names: ['subscription-created', 'subscription-cancelled'],
      last: { cancelledBy: 'customer', previousStatus: 'active', status: 'cancelled' },
    })
  })

  test('when ten calls and the webhook arrive at once then the plan ends once, by the customer', async () => {
    const { user, planId } = await fixture.activePlan()
    const ended = planEnded(planId, 'customer')
    const [answers] = await Promise.all([
      Promise.all(Array.from({ length: 10 }, () => fixture.cancel(user, planId))),
      fixture.deliver(ended),
      fixture.deliver(ended),
    ])
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(await fixture.emitted(planId)).toMatchObject({
      names: ['subscription-created', 'subscription-cancelled'],
      last: { cancelledBy: 'customer' },
    })
  })

  test('when a past-due plan is cancelled then it ends as well', async () => {
    const { user, planId } = await fixture.activePlan()
    await fixture.deliver(planPaymentFailed(planId, 1))
    await fixture.cancel(user, planId)
    expect((await fixture.emitted(planId)).last).toMatchObject({
      previousStatus: 'past_due',
      status: 'cancelled',
    })
  })

  test('when payment is unavailable then it is a 503, the plan continues, and a later call cancels it', async () => {
    const { user, planId } = await fixture.activePlan()
    fixture.payment.before = () => Promise.reject(unavailable())
    expect((await fixture.cancel(user, planId)).status).toBe(503)
    expect(await shownStatus(user)).toBe('active')
    fixture.payment.before = async () => undefined
    expect((await fixture.cancel(user, planId)).body.message).toBe(cancelled)
  })

  test('when the plan belongs to another customer, is unknown or pending then it is a 404 and Stripe is not called', async () => {
    const { user, planId } = await fixture.activePlan()
    const other = newCustomer()
    await fixture.checkout(other)
    const pending = String((await fixture.plans.findOne({ ownerId: other.id }).lean())?._id)
    const calls = fixture.payment.calls.length
    for (const id of [planId, newId(), pending]) expect((await fixture.cancel(other, id)).status).toBe(404)
    expect((await fixture.cancel(other, 'x')).status).toBe(400)
    expect((await fixture.call('POST', `/api/subscriptions/${planId}/cancel`)).status).toBe(401)
    expect([fixture.payment.calls.length, await shownStatus(user)]).toEqual([calls, 'active'])
  })
})

describe('the unsent pranks', () => {
  const unsentOf = async (planId: string) => (await fixture.emitted(planId)).last?.unsent

  test('when the customer chooses to have them sent then the event says so, also when plan-ended ends the plan', async () => {
    const [first, second] = [await fixture.activePlan(), await fixture.activePlan()]
    const path = (planId: string) => `/api/subscriptions/${planId}/cancel`
    const body = { unsent: 'send' }
    expect((await fixture.call('POST', path(first.planId), { as: first.user, body })).status).toBe(200)
    expect(await unsentOf(first.planId)).toBe('send')
    expect((await fixture.own(first.user))[0]).toMatchObject({ status: 'cancelled', parcelsDue: 3 })
    // The answer of payment is lost, as in a crash.
    fixture.payment.before = async (called) => {
      if (called.endsWith('/cancel')) throw unavailable()
    }
    expect((await fixture.call('POST', path(second.planId), { as: second.user, body })).status).toBe(503)
    await fixture.deliver(planEnded(second.planId, 'customer'))
    expect(await unsentOf(second.planId)).toBe('send')
  })

  test('when a month is recorded after the end then it is not among them, because it is withdrawn and refunded', async () => {
    const { user, planId } = await fixture.activePlan()
    const body = { unsent: 'send' }
    await fixture.call('POST', `/api/subscriptions/${planId}/cancel`, { as: user, body })
    await fixture.deliver(planRenewed(planId, 1))
    expect((await fixture.own(user))[0]).toMatchObject({ status: 'cancelled', parcelsDue: 3 })
  })

  test('when there is no choice, or Stripe ends the plan, then they are refunded', async () => {
    const [own, ended] = [await fixture.activePlan(), await fixture.activePlan()]
    await fixture.cancel(own.user, own.planId)
    await fixture.deliver(planEnded(ended.planId))
    expect([await unsentOf(own.planId), await unsentOf(ended.planId)]).toEqual(['refund', 'refund'])
    expect((await fixture.own(own.user))[0]).toMatchObject({ parcelsDue: 0 })
  })
})

describe('plan-ended', () => {
  test('when Stripe ends a plan, reported twice, then one event is emitted, and cancelling returns already cancelled', async () => {
    const { user, planId } = await fixture.activePlan()
    const ended = planEnded(planId)
    await fixture.deliver(ended)
    await fixture.deliver(ended)
    expect(await fixture.emitted(planId)).toMatchObject({
      names: ['subscription-created', 'subscription-cancelled'],
      last: { cancelledBy: 'stripe' },
    })
    expect((await fixture.own(user))[0]?.cancelledAt).toBe('2025-06-01T00:00:00.000Z')
    expect((await fixture.cancel(user, planId)).body).toEqual({ message: already })
  })

  test('when Stripe ended it before the call and has not reported it yet then endedBy is still stripe', async () => {
    const { user, planId } = await fixture.activePlan()
    fixture.payment.ended.set(planId, { endedAt: '2025-06-01T00:00:00.000Z', endedBy: 'stripe' })
    expect((await fixture.cancel(user, planId)).body).toEqual({ message: already })
    expect((await fixture.emitted(planId)).last).toMatchObject({ cancelledBy: 'stripe' })
  })

  test('when it arrives before plan-paid then it is retried, and the plan ends after it started', async () => {
    const [user, planId] = [newCustomer(), newId()]
    expect((await fixture.deliver(planEnded(planId)))?.name).toBe('NotYet')
    await fixture.deliver(planPaid(user, planId))
    await until(async () => (await shownStatus(user)) === 'cancelled')
    expect((await fixture.emitted(planId)).names).toEqual(['subscription-created', 'subscription-cancelled'])
  })
})
