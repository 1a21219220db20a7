import { type SubscriptionStats, subscriptionStats } from '@prankpost/contracts'
import { explainQueries, newCustomer } from '@prankpost/service-kit/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adminPassword, planEnded, planPaymentFailed, startFixture } from './fixture.ts'

const fixture = await startFixture()
afterAll(() => fixture.close())

const headers = { 'x-admin-password': adminPassword }
const ask = (query = '') => fixture.call('GET', `/api/admin/subscription-stats${query}`, { headers })
const stats = async (days: number): Promise<SubscriptionStats> =>
  subscriptionStats.parse((await ask(`?days=${days}`)).body)
const dayMs = 86_400_000
const dayAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10)
const morningOf = (day: string) => `${day}T00:00:00.000Z`

describe("the operator's plan statistics", () => {
  test('when there are no plans then every day is listed with zero', async () => {
    expect(await stats(2)).toEqual({
      active: 0,
      pastDue: 0,
      cancelled: 0,
      monthlyRecurringRevenue: '0.00',
      byDay: [1, 0].map((n) => ({ day: dayAgo(n), started: 0, ended: 0 })),
    })
  })

  describe('with some plans', () => {
    beforeAll(async () => {
      await fixture.activePlan({ paidAt: morningOf(dayAgo(0)) })
      await fixture.activePlan({ paidAt: `${dayAgo(2)}T23:59:59.999Z` })
      const pastDue = await fixture.activePlan({ paidAt: morningOf(dayAgo(2)) })
      await fixture.deliver(planPaymentFailed(pastDue.planId, 20))
      const ended = await fixture.activePlan({ paidAt: morningOf(dayAgo(500)) })
      await fixture.deliver(planEnded(ended.planId))
      await fixture.plans.updateOne({ _id: ended.planId }, { cancelledAt: new Date(morningOf(dayAgo(1))) })
      // An unpaid plan does not count.
      await fixture.checkout(newCustomer())
    })

    test('when they are counted then running plans count as revenue, past due or not', async () => {
      const { active, pastDue, cancelled, monthlyRecurringRevenue } = await stats(3)
      expect([active, pastDue, cancelled, monthlyRecurringRevenue]).toEqual([2, 1, 1, '44.91'])
    })

    test('when a plan started or ended then it counts on that day, in UTC', async () => {
      expect((await stats(4)).byDay).toEqual([
        { day: dayAgo(3), started: 0, ended: 0 },
        { day: dayAgo(2), started: 2, ended: 0 },
        { day: dayAgo(1), started: 0, ended: 1 },
        { day: dayAgo(0), started: 1, ended: 0 },
      ])
    })

    test('when no days are given then there are 30', async () => {
      expect(subscriptionStats.parse((await ask()).body).byDay).toHaveLength(30)
    })

    test('when they are read then indexes cover the queries', async () => {
      const served = await explainQueries(fixture.connection, () => stats(5))
      expect(served).toHaveLength(4)
      for (const { stages, documentsRead } of served) {
        expect(stages.join()).toMatch(/IXSCAN|COUNT_SCAN/)
        expect(stages.join()).not.toMatch(/FETCH|COLLSCAN/)
        expect(documentsRead).toBe(0)
      }
    })
  })

  test.each(['?days=0', '?days=367', '?days=x'])('when the query is %s then it is a 400', async (query) =>
    expect((await ask(query)).status).toBe(400),
  )

  test('when the password is wrong or missing then it is a 401', async () => {
    expect((await fixture.call('GET', '/api/admin/subscription-stats')).status).toBe(401)
    expect((await fixture.call('GET', '/api/admin/subscription-stats?adminPassword=x')).status).toBe(401)
  })
})
