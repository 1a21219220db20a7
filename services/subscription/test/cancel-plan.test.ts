import { afterAll, beforeEach, describe, expect, test } from '@jest/globals'
import { until } from '@prankpost/messaging/testing'
import { unavailable } from '@prankpost/service-kit'
import { newCustomer, newId } from '@prankpost/service-kit/testing'
import { planEnded, planPaid, planPaymentFailed, startRig } from './rig.ts'

const rig = await startRig()
afterAll(() => rig.close())
beforeEach(() => {
  rig.payment.before = async () => undefined
})

const cancelled = 'Your subscription has been cancelled. No future payments will be charged.'
const already = 'Your subscription was cancelled already.'
const shownStatus = async (user: ReturnType<typeof newCustomer>) => (await rig.own(user))[0]?.status

describe('cancelling', () => {
  test('when a customer cancels then Stripe is first, the plan ends at once and it is told once', async () => {
    const { user, planId } = await rig.activePlan()
    rig.payment.before = async () => expect(await shownStatus(user)).toBe('active')
    const first = await rig.cancel(user, planId)
    expect([first.status, first.body]).toEqual([200, { message: cancelled }])
    expect(await rig.own(user)).toEqual([
      expect.objectContaining({ status: 'cancelled', cancelledAt: expect.any(String) }),
    ])
    const second = await rig.cancel(user, planId)
    expect([second.status, second.body]).toEqual([200, { message: already }])
    expect(await rig.told(planId)).toMatchObject({
      names: ['subscription-created', 'subscription-cancelled'],
      last: { cancelledBy: 'customer', previousStatus: 'active', status: 'cancelled' },
    })
  })

  test('when ten calls and the webhook come at once then the plan ends once, by the customer', async () => {
    const { user, planId } = await rig.activePlan()
    const ended = planEnded(planId, 'customer')
    const [answers] = await Promise.all([
      Promise.all(Array.from({ length: 10 }, () => rig.cancel(user, planId))),
      rig.deliver(ended),
      rig.deliver(ended),
    ])
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(await rig.told(planId)).toMatchObject({
      names: ['subscription-created', 'subscription-cancelled'],
      last: { cancelledBy: 'customer' },
    })
  })

  test('when a past-due plan is cancelled then it ends as well', async () => {
    const { user, planId } = await rig.activePlan()
    await rig.deliver(planPaymentFailed(planId, 1))
    await rig.cancel(user, planId)
    expect((await rig.told(planId)).last).toMatchObject({ previousStatus: 'past_due', status: 'cancelled' })
  })

  test('when payment is away then it is a 503, the plan runs on, and a later call cancels it', async () => {
    const { user, planId } = await rig.activePlan()
    rig.payment.before = () => Promise.reject(unavailable())
    expect((await rig.cancel(user, planId)).status).toBe(503)
    expect(await shownStatus(user)).toBe('active')
    rig.payment.before = async () => undefined
    expect((await rig.cancel(user, planId)).body.message).toBe(cancelled)
  })

  test("when the plan is somebody else's, unknown or only pending then it is a 404 and Stripe is not asked", async () => {
    const { user, planId } = await rig.activePlan()
    const other = newCustomer()
    await rig.checkout(other)
    const pending = String((await rig.plans.findOne({ ownerId: other.id }).lean())?._id)
    const asked = rig.payment.asked.length
    for (const id of [planId, newId(), pending]) expect((await rig.cancel(other, id)).status).toBe(404)
    expect((await rig.cancel(other, 'x')).status).toBe(400)
    expect((await rig.call('POST', `/api/subscriptions/${planId}/cancel`)).status).toBe(401)
    expect([rig.payment.asked.length, await shownStatus(user)]).toEqual([asked, 'active'])
  })
})

describe('plan-ended', () => {
  test('when Stripe ends a plan by itself, told twice, then it is told once, and cancelling says already', async () => {
    const { user, planId } = await rig.activePlan()
    const ended = planEnded(planId)
    await rig.deliver(ended)
    await rig.deliver(ended)
    expect(await rig.told(planId)).toMatchObject({
      names: ['subscription-created', 'subscription-cancelled'],
      last: { cancelledBy: 'stripe' },
    })
    expect((await rig.own(user))[0]?.cancelledAt).toBe('2025-06-01T00:00:00.000Z')
    expect((await rig.cancel(user, planId)).body).toEqual({ message: already })
  })

  test("when Stripe ended it before the call and nobody told us yet then the end is still Stripe's", async () => {
    const { user, planId } = await rig.activePlan()
    rig.payment.ended.set(planId, { endedAt: '2025-06-01T00:00:00.000Z', endedBy: 'stripe' })
    expect((await rig.cancel(user, planId)).body).toEqual({ message: already })
    expect((await rig.told(planId)).last).toMatchObject({ cancelledBy: 'stripe' })
  })

  test('when it comes before plan-paid then it waits, and the plan ends after it began', async () => {
    const [user, planId] = [newCustomer(), newId()]
    expect((await rig.deliver(planEnded(planId)))?.name).toBe('NotYet')
    await rig.deliver(planPaid(user, planId))
    await until(async () => (await shownStatus(user)) === 'cancelled')
    expect((await rig.told(planId)).names).toEqual(['subscription-created', 'subscription-cancelled'])
  })
})
