import { newCustomer, newId } from '@prankpost/service-kit/testing'
import { afterAll, describe, expect, test } from 'vitest'
import {
  monthStart,
  planChanged,
  planEnded,
  planPaid,
  planPaymentFailed,
  planRenewed,
  startFixture,
} from './fixture.ts'

const fixture = await startFixture()
afterAll(() => fixture.close())

const change = (as: ReturnType<typeof newCustomer>, planId: string, prankCount: unknown) =>
  fixture.call('PATCH', `/api/subscriptions/${planId}`, { as, body: { prankCount } })

describe('changing a plan', () => {
  test('when a customer chooses another number, twice, then one change is planned and takes effect with the next month', async () => {
    const { user, planId } = await fixture.activePlan()
    const first = await change(user, planId, 2)
    expect([first.status, first.body]).toEqual([
      200,
      expect.objectContaining({
        prankCount: 3,
        monthlyAmount: '14.97',
        nextPrankCount: 2,
        nextMonthlyAmount: '9.98',
        changesAt: monthStart(1),
      }),
    ])
    expect((await change(user, planId, 2)).body).toEqual({ ...first.body, updatedAt: expect.any(String) })
    expect(await fixture.emitted(planId)).toMatchObject({
      names: ['subscription-created', 'subscription-updated'],
      last: { change: 'changed', prankCount: 3, nextPrankCount: 2, nextAmountCents: 998 },
    })
    const renewed = planRenewed(planId, 1, 998)
    await fixture.deliver(renewed)
    await fixture.deliver(renewed)
    expect((await fixture.emitted(planId)).last).toMatchObject({ prankCount: 2, amountCents: 998 })
    expect((await fixture.own(user))[0]).toMatchObject({
      prankCount: 2,
      monthlyAmount: '9.98',
      nextPrankCount: null,
      changesAt: null,
      // Three of the first month and two of the second.
      parcelsDue: 5,
    })
  })

  test('when the first month of a change cannot be charged then its sum and number are reported, once, and the plan keeps its own', async () => {
    const { user, planId } = await fixture.activePlan()
    await change(user, planId, 2)
    const failed = planPaymentFailed(planId, 1, 1, 998)
    for (const event of [failed, failed]) expect(await fixture.deliver(event)).toBeNull()
    expect(await fixture.emitted(planId)).toMatchObject({
      names: ['subscription-created', 'subscription-updated', 'subscription-updated'],
      last: { change: 'past_due', prankCount: 2, amountCents: 998 },
    })
    expect((await fixture.own(user))[0]).toMatchObject({ monthlyAmount: '14.97', nextPrankCount: 2 })
  })

  test('when the month before the change is recorded after it then it keeps the number that was billed', async () => {
    const { user, planId } = await fixture.activePlan()
    await fixture.deliver(
      planChanged(planId, {
        ...{ prankCount: 1, amountCents: 499, pausedUntil: null },
        ...{ currentPeriodEnd: monthStart(2), at: new Date().toISOString() },
      }),
    )
    await fixture.deliver(planRenewed(planId, 2, 499, 1))
    await fixture.deliver(planRenewed(planId, 1, 1497, 3))
    expect((await fixture.emitted(planId)).last).toMatchObject({ prankCount: 3, amountCents: 1497 })
    // Three of each of the first two months, and one of the third.
    expect((await fixture.own(user))[0]).toMatchObject({
      prankCount: 1,
      monthlyAmount: '4.99',
      parcelsDue: 7,
    })
  })

  test('when the present number is chosen again then the planned change is removed', async () => {
    const { user, planId } = await fixture.activePlan()
    await change(user, planId, 5)
    expect((await change(user, planId, 3)).body).toMatchObject({ nextPrankCount: null, changesAt: null })
    await fixture.deliver(planRenewed(planId, 1))
    expect((await fixture.own(user))[0]).toMatchObject({ prankCount: 3, monthlyAmount: '14.97' })
  })

  test('when Stripe began the next month with the change before it is taken back then that month keeps it', async () => {
    const { user, planId } = await fixture.activePlan()
    await change(user, planId, 5)
    const terms = fixture.payment.terms.get(planId)
    if (terms) fixture.payment.terms.set(planId, { ...terms, currentPeriodEnd: monthStart(2) })
    expect((await change(user, planId, 3)).body).toMatchObject({
      nextPrankCount: 3,
      changesAt: monthStart(2),
    })
    await fixture.deliver(planRenewed(planId, 1, 2495))
    expect((await fixture.own(user))[0]).toMatchObject({ prankCount: 5, nextPrankCount: 3 })
    await fixture.deliver(planRenewed(planId, 2))
    expect((await fixture.own(user))[0]).toMatchObject({ prankCount: 3, nextPrankCount: null })
  })

  test.each([
    ['a full price', 1497, 2495],
    ['one price for every number', 99, 99],
  ])(
    'when the number changes while the invoice of a month with %s is a draft then that month keeps the number that was billed',
    async (_price, before, after) => {
      const [user, planId] = [newCustomer(), newId()]
      await fixture.deliver(planPaid(user, planId, { amountCents: before }))
      // Stripe has begun the second month: its invoice has a price, and gets the number when it is finalized.
      fixture.payment.terms.set(planId, {
        ...{ prankCount: 3, amountCents: before, pausedUntil: null },
        ...{ currentPeriodEnd: monthStart(2), at: monthStart(1) },
      })
      expect((await change(user, planId, 5)).body).toMatchObject({
        nextPrankCount: 5,
        changesAt: monthStart(2),
      })
      const renewed = planRenewed(planId, 1, before, 5)
      for (const event of [renewed, renewed]) expect(await fixture.deliver(event)).toBeNull()
      expect((await fixture.emitted(planId)).last).toMatchObject({ prankCount: 3, amountCents: before })
      expect((await fixture.own(user))[0]).toMatchObject({ prankCount: 3, nextPrankCount: 5, parcelsDue: 6 })
      await fixture.deliver(planRenewed(planId, 2, after, 5))
      expect((await fixture.own(user))[0]).toMatchObject({ prankCount: 5, nextPrankCount: null })
    },
  )

  test('when the number of a month was changed and the change is not recorded here then the month has the billed number', async () => {
    const { user, planId } = await fixture.activePlan()
    await fixture.deliver(planRenewed(planId, 1, 2495, 5))
    expect((await fixture.own(user))[0]).toMatchObject({ prankCount: 5, parcelsDue: 8 })
  })

  test('when a crash lost the answer then plan-changed records the change, and an older state that arrives late does not', async () => {
    const { user, planId } = await fixture.activePlan()
    const at = (day: number) => new Date(Date.UTC(2025, 0, day)).toISOString()
    const state = { amountCents: 998, pausedUntil: null, currentPeriodEnd: monthStart(1) }
    const newer = planChanged(planId, { ...state, prankCount: 2, at: at(20) })
    const older = planChanged(planId, { ...state, prankCount: 1, amountCents: 499, at: at(19) })
    for (const event of [newer, newer, older]) expect(await fixture.deliver(event)).toBeNull()
    expect((await fixture.own(user))[0]).toMatchObject({ nextPrankCount: 2 })
    expect((await fixture.emitted(planId)).names).toEqual(['subscription-created', 'subscription-updated'])
    const early = planChanged(newId(), { ...state, prankCount: 2, at: at(20) })
    expect((await fixture.deliver(early))?.name).toBe('NotYet')
  })

  test('when the plan is past due, has ended, is unknown or of another customer then nothing changes at Stripe', async () => {
    const { user, planId } = await fixture.activePlan()
    expect((await change(newCustomer(), planId, 2)).status).toBe(404)
    expect((await change(user, newId(), 2)).status).toBe(404)
    expect((await change(user, planId, 6)).status).toBe(400)
    await fixture.deliver(planPaymentFailed(planId, 1))
    expect((await change(user, planId, 2)).body).toMatchObject({ message: expect.stringContaining('card') })
    await fixture.deliver(planEnded(planId))
    expect((await change(user, planId, 2)).status).toBe(409)
    expect(fixture.payment.terms.has(planId)).toBe(false)
  })
})
