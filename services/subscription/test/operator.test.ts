import { subscriptionList } from '@prankpost/contracts'
import { newCustomer } from '@prankpost/service-kit/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { planEnded, planPaymentFailed, startFixture } from './fixture.ts'

const fixture = await startFixture()
afterAll(() => fixture.close())

const list = async (query = '') =>
  subscriptionList.parse((await fixture.operator('GET', `/api/admin/subscriptions?${query}`)).body)
const idsOf = async (query = '') => (await list(query)).items.map(({ id }) => id)

const plans: { user: ReturnType<typeof newCustomer>; planId: string }[] = []
let [active, pastDue, ended] = ['', '', '']
beforeAll(async () => {
  for (let i = 0; i < 5; i++) plans.push(await fixture.activePlan())
  await fixture.checkout(newCustomer())
  ;[active, pastDue, ended] = plans.map(({ planId }) => planId) as [string, string, string]
  await fixture.deliver(planPaymentFailed(pastDue, 1))
  await fixture.deliver(planEnded(ended))
})

const newestFirst = (ids: string[]) => ids.sort().reverse()

describe("the operator's list", () => {
  test('when it has no filter then it contains active and past-due plans, newest first, and their count', async () => {
    const expected = newestFirst(plans.map(({ planId }) => planId).filter((id) => id !== ended))
    const { items, total, nextCursor } = await list()
    expect([items.map(({ id }) => id), total, nextCursor]).toEqual([expected, 4, null])
    expect(items.find(({ id }) => id === active)?.user).toEqual(plans[0]?.user)
  })

  test('when there is a status then it contains those plans; pending plans are never shown', async () => {
    expect(await idsOf('status=cancelled')).toEqual([ended])
    expect(await idsOf('status=past_due')).toEqual([pastDue])
    expect((await list('status=active')).total).toBe(3)
    expect((await list('status=all')).total).toBe(5)
    for (const status of ['pending', 'lost']) {
      expect((await fixture.operator('GET', `/api/admin/subscriptions?status=${status}`)).status).toBe(400)
    }
  })

  test('when pages are read with their cursors then each plan is returned once', async () => {
    const first = await list('limit=3')
    const second = await list(`limit=3&cursor=${first.nextCursor}`)
    expect([first.total, second.total, second.nextCursor]).toEqual([4, 4, null])
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(await idsOf())
  })

  test('when there is a search then ids, names and e-mails are searched, within the status', async () => {
    const { user, planId } = plans[0] as (typeof plans)[0]
    for (const q of [
      planId,
      planId.slice(-8).toUpperCase(),
      user.email,
      user.id,
      `sub_${planId}`,
      `pat ${user.email}`,
    ]) {
      expect(await idsOf(`q=${encodeURIComponent(q)}`)).toEqual([planId])
    }
    expect(await idsOf(`q=${ended}`)).toEqual([])
    expect(await idsOf(`q=${ended}&status=all`)).toEqual([ended])
    expect((await list('q=potato')).total).toBe(4)
  })
})
