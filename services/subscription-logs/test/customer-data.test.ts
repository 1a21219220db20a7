import { deletionRequested, exportRequested } from '@prankpost/service-kit/testing'
import { afterAll, expect, test } from 'vitest'
import { startFixture } from './fixture.ts'
import { day, newPlan } from './plan-life.ts'

const fixture = await startFixture()
afterAll(() => fixture.close())

test('when an account is deleted, twice, then the log keeps its entries without names, also for late events', async () => {
  const [plan, other] = [newPlan(), newPlan()]
  await fixture.deliverAll(plan.created(day(1)), plan.shipped(day(2)), other.created(day(1)))
  await fixture.deliver(exportRequested(plan.user.id))
  expect(fixture.customerData.parts[0]?.records).toHaveLength(2)
  expect(JSON.stringify(fixture.customerData.parts)).toContain(plan.user.email)

  const deletion = deletionRequested(plan.user.id)
  await fixture.deliver(deletion)
  await fixture.deliver(deletion)
  // Late messages that still contain the name.
  await fixture.deliverAll(plan.renewed(day(31)), plan.shipped(day(32)))
  const lines = await fixture.logOf(plan.planId)
  expect(lines.map(({ action }) => action)).toEqual(['other', 'updated', 'other', 'created'])
  expect(new Set(lines.map(({ user }) => user.email))).toEqual(new Set(['Deleted customer']))
  expect(lines[0]?.details).toMatch(/^Parcel \d of \d shipped: [^:]+\.$/)
  const stored = JSON.stringify(
    (await fixture.stored()).filter(({ subscriptionId }) => subscriptionId === plan.planId),
  )
  for (const word of [plan.user.email, 'Gerald']) expect(stored).not.toContain(word)
  expect((await fixture.logOf(other.planId))[0]?.user.email).toBe(other.user.email)
  const { outbox, counts } = (await fixture.customerData.erasure(plan.user.id)) ?? {}
  expect(counts).toEqual([{ what: 'Log entries about plans', outcome: 'anonymized', count: 2 }])
  expect(outbox?.map(({ type }) => type)).toEqual(['subscription-logs-data-erased'])
})
