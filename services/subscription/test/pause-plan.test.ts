import { noPauseEnd } from '@prankpost/contracts'
import { newCustomer } from '@prankpost/service-kit/testing'
import { afterAll, describe, expect, test } from 'vitest'
import { announceRenewal } from '../src/use-cases/announce-renewal.ts'
import {
  monthOf,
  monthStart,
  planChanged,
  planPaid,
  planPaymentFailed,
  planRenewed,
  startFixture,
} from './fixture.ts'

const fixture = await startFixture()
afterAll(() => fixture.close())

const dayMs = 86_400_000
const before = (date: string) => new Date(new Date(date).getTime() - 3 * dayMs).toISOString()
const post = (as: ReturnType<typeof newCustomer>, planId: string, what: string, body?: object) =>
  fixture.call('POST', `/api/subscriptions/${planId}/${what}`, { as, ...(body && { body }) })
const names = async (planId: string) => (await fixture.emitted(planId)).names

describe('pausing a plan', () => {
  test('when it is paused for 2 months, twice, then it ends 3 days before the third charge, and one event is emitted', async () => {
    const { user, planId } = await fixture.activePlan()
    const { status, body } = await post(user, planId, 'pause', { months: 2 })
    expect([status, body.pausedUntil, body.nextChargeAt]).toEqual([200, before(monthStart(3)), monthStart(3)])
    await post(user, planId, 'pause', { months: 2 })
    expect(await fixture.emitted(planId)).toMatchObject({
      names: ['subscription-created', 'subscription-updated'],
      last: { change: 'paused', pausedUntil: before(monthStart(3)) },
    })
    expect((await post(user, planId, 'skip')).status).toBe(409)
    expect((await post(user, planId, 'pause', { months: 4 })).status).toBe(400)
  })

  test('when Stripe is a month further than our record then the pause covers the invoices that are still to come', async () => {
    const { user, planId } = await fixture.activePlan()
    fixture.payment.terms.set(planId, {
      ...{ prankCount: 3, amountCents: 1497, pausedUntil: null },
      ...{ currentPeriodEnd: monthStart(2), at: monthStart(0) },
    })
    const { body } = await post(user, planId, 'pause', { months: 1 })
    expect(body).toMatchObject({ pausedUntil: before(monthStart(3)), nextChargeAt: monthStart(3) })
  })

  test('when it is paused again in the last skipped month then the pause covers the next invoice', async () => {
    const user = newCustomer()
    const planId = String(newCustomer().id)
    const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString()
    const periodEnd = inDays(-53)
    const month = monthOf(planId, 0, { periodStart: inDays(-82), periodEnd, paidAt: inDays(-82) })
    await fixture.deliver(planPaid(user, planId, { month }))
    // The invoices of 52 and of 21 days ago were skipped.
    const paused = {
      ...{ prankCount: 3, amountCents: 1497, pausedUntil: inDays(7) },
      ...{ currentPeriodEnd: inDays(10), at: inDays(-82) },
    }
    fixture.payment.terms.set(planId, paused)
    await fixture.deliver(planChanged(planId, paused))
    fixture.payment.refusesPastPauses = true
    const { status, body } = await post(user, planId, 'pause', { months: 1 })
    fixture.payment.refusesPastPauses = false
    expect(status).toBe(200)
    expect(String(body.pausedUntil) > inDays(30)).toBe(true)
  })

  test('when the next month is skipped, twice, then exactly one charge is left out', async () => {
    const { user, planId } = await fixture.activePlan()
    for (const _try of [1, 2]) {
      const { status, body } = await post(user, planId, 'skip')
      expect([status, body.nextChargeAt]).toEqual([200, monthStart(2)])
    }
    expect((await names(planId))?.length).toBe(2)
  })

  test('when it is resumed, by its customer twice or at Stripe, then the next period is charged, and one event is emitted', async () => {
    const { user, planId } = await fixture.activePlan()
    await post(user, planId, 'pause', { months: 3 })
    for (const _try of [1, 2]) {
      const { body } = await post(user, planId, 'resume')
      expect(body).toMatchObject({ pausedUntil: null, nextChargeAt: monthStart(1) })
    }
    expect((await fixture.emitted(planId)).last).toMatchObject({ change: 'resumed', pausedUntil: null })
    await post(user, planId, 'pause', { months: 1 })
    const terms = fixture.payment.terms.get(planId)
    if (!terms) throw new Error('no terms')
    await fixture.deliver(planChanged(planId, { ...terms, pausedUntil: null, at: monthStart(4) }))
    expect((await names(planId))?.length).toBe(5)
  })

  test('when the month after the pause is paid before Stripe reports the end of the pause then the plan runs, and one event is emitted', async () => {
    const { user, planId } = await fixture.activePlan()
    await post(user, planId, 'skip')
    await fixture.deliver(planRenewed(planId, 2))
    expect((await fixture.own(user))[0]).toMatchObject({ pausedUntil: null, nextChargeAt: monthStart(3) })
    const terms = fixture.payment.terms.get(planId)
    if (!terms) throw new Error('no terms')
    await fixture.deliver(planChanged(planId, { ...terms, pausedUntil: null, at: monthStart(4) }))
    const changes = (await names(planId))?.filter((name) => name === 'subscription-updated')
    expect(changes).toHaveLength(2)
    expect((await post(user, planId, 'skip')).status).toBe(200)
  })

  test('when it is paused without an end in the dashboard of Stripe then no next charge is known until it is resumed', async () => {
    const { user, planId } = await fixture.activePlan()
    const terms = { prankCount: 3, amountCents: 1497, currentPeriodEnd: monthStart(1) }
    await fixture.deliver(planChanged(planId, { ...terms, pausedUntil: noPauseEnd, at: monthStart(0) }))
    expect((await fixture.own(user))[0]).toMatchObject({ pausedUntil: noPauseEnd, nextChargeAt: null })
    await fixture.deliver(planChanged(planId, { ...terms, pausedUntil: null, at: monthStart(1) }))
    expect((await fixture.own(user))[0]).toMatchObject({ pausedUntil: null, nextChargeAt: monthStart(1) })
  })

  test('when the plan is past due or of another customer then it stays as it is', async () => {
    const { user, planId } = await fixture.activePlan()
    for (const what of ['skip', 'resume']) expect((await post(newCustomer(), planId, what)).status).toBe(404)
    await fixture.deliver(planPaymentFailed(planId, 1))
    for (const what of ['skip', 'resume']) expect((await post(user, planId, what)).status).toBe(409)
    expect(fixture.payment.terms.has(planId)).toBe(false)
  })
})

describe('the reminder of a renewal', () => {
  const soon = (days: number) => new Date(Date.now() + days * dayMs).toISOString()
  async function planUntil(periodEnd: string) {
    const [user, planId] = [newCustomer(), String(newCustomer().id)]
    const month = monthOf(planId, 0, { periodStart: soon(-28), periodEnd, paidAt: soon(-28) })
    await fixture.deliver(planPaid(user, planId, { month }))
    return { user, planId }
  }
  const announce = async () => {
    while (await announceRenewal(fixture.deps));
  }

  test('when the charge is within 3 days then one event is emitted, also by two processes and later rounds', async () => {
    const { planId } = await planUntil(soon(2))
    await Promise.all([announce(), announce()])
    await announce()
    expect(await names(planId)).toEqual(['subscription-created', 'subscription-renewal-due'])
  })

  test('when the charge is later, is over, or the plan is past due or paused then none is emitted', async () => {
    const plans = [
      await planUntil(soon(5)),
      await planUntil(soon(-1)),
      await planUntil(soon(1)),
      await planUntil(soon(2)),
    ]
    const [, , failed, paused] = plans
    if (!failed || !paused) throw new Error('no plan')
    await fixture.deliver(planPaymentFailed(failed.planId, 30))
    const terms = { prankCount: 3, amountCents: 1497, currentPeriodEnd: soon(2), at: soon(0) }
    await fixture.deliver(planChanged(paused.planId, { ...terms, pausedUntil: soon(30) }))
    await announce()
    for (const { planId } of plans) expect(await names(planId)).not.toContain('subscription-renewal-due')
  })
})
