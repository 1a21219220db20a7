import { deletionRequested, exportRequested, newId } from '@prankpost/service-kit/testing'
import { afterAll, expect, test } from 'vitest'
import { forgetRecipients } from '../src/use-cases/forget-recipients.ts'
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

test('when a parcel was shipped 45 days ago then its recipient is forgotten, however early it was delivered, as a rebuild would write it', async () => {
  const plan = newPlan()
  const prank = {
    id: newId(),
    name: 'Raw Potato',
    description: '',
    tier: 'Standard',
    image: 'potato' as const,
  }
  const parcel = { parcelId: newId(), shipmentId: newId(), prank }
  const shipped = plan.shipped(day(2), { ...parcel, trackingNumber: 'TRACK-1', adminNotes: 'Gerald' })
  await fixture.deliverAll(plan.created(day(1)), shipped)
  const entryOf = async () =>
    (await fixture.stored()).find(
      ({ subscriptionId, at }) => subscriptionId === plan.planId && at.toISOString() === day(2),
    )
  await forgetRecipients({ days: 45, now: new Date(day(46)) }, fixture.deps)
  expect(JSON.stringify(await entryOf())).toContain('Gerald')
  expect(await forgetRecipients({ days: 45, now: new Date(day(47)) }, fixture.deps)).toBe(false)
  const forgotten = await entryOf()
  expect(JSON.stringify(forgotten)).not.toMatch(/Gerald|Bend|TRACK-1/i)

  const contact = { name: 'Forgotten', address: '', city: '', state: '', zipCode: '' }
  const now = plan.shipped(day(2), { ...parcel, contactId: null, contact })
  await fixture.deliver({ ...now, id: shipped.id })
  expect(await entryOf()).toEqual(forgotten)

  // While fulfilment still has the recipient, a rebuild brings it back until the next round.
  await fixture.deliver(shipped)
  await forgetRecipients({ days: 45, now: new Date(day(47)) }, fixture.deps)
  expect(await entryOf()).toEqual(forgotten)
})
