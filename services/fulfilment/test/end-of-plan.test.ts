import { afterAll, describe, expect, test } from 'vitest'
import { cancelled, invoiceOf, month, newPlan, startFixture, type TestPlan } from './fixture.ts'

const fixture = await startFixture()
afterAll(() => fixture.close())

const stored = (plan: TestPlan, n: number) =>
  fixture.shipments.findOne({ invoiceId: invoiceOf(plan, n) }).lean()
const withdrawals = async (plan: TestPlan, n: number) =>
  ((await stored(plan, n))?.outbox ?? [])
    .filter(({ type }) => type === 'plan-month-withdrawn')
    .map(({ data }) => data)
const dueOf = async (plan: TestPlan, n: number) => (await stored(plan, n))?.parcelsDue ?? 0

describe('the end of a plan whose unsent pranks are refunded', () => {
  test('when it is delivered once or twice then each month with unsent parcels is reported once', async () => {
    const plan = newPlan(2)
    for (const n of [0, 1, 2]) await fixture.deliver(month(plan, n))
    for (let parcel = 0; parcel < 3; parcel++) await fixture.ship(plan)
    const end = cancelled(plan, 'refund')
    for (const _ of [1, 2]) expect(await fixture.deliver(end)).toBeNull()
    expect(await withdrawals(plan, 0)).toEqual([])
    const { subscriptionId, ownerId } = plan
    expect(await withdrawals(plan, 1)).toMatchObject([
      { subscriptionId, ownerId, unsent: 1, parcelsTotal: 2 },
    ])
    expect(await withdrawals(plan, 2)).toMatchObject([
      { invoiceId: invoiceOf(plan, 2), unsent: 2, parcelsTotal: 2 },
    ])
    expect([await dueOf(plan, 1), await dueOf(plan, 2)]).toEqual([0, 0])
    expect((await fixture.ship(plan)).status).toBe(409)
  })

  test('when parcels are shipped at the same time then each is either sent or reported as unsent', async () => {
    for (let round = 0; round < 2; round++) {
      const plan = await fixture.plan({ prankCount: 5 })
      await Promise.all([
        ...Array.from({ length: 5 }, () => fixture.ship(plan)),
        fixture.deliver(cancelled(plan, 'refund')),
      ])
      const sent = (await stored(plan, 0))?.parcels.length ?? 0
      const [report] = (await withdrawals(plan, 0)) as { unsent: number }[]
      expect(sent + (report?.unsent ?? 0)).toBe(5)
    }
  })

  test.each(['active', 'cancelled'])(
    'when a month with status %s arrives later then all of it is reported',
    async (status) => {
      const plan = await fixture.plan()
      await fixture.deliver(cancelled(plan, 'refund'))
      const late = month(plan, 1, { status })
      for (const _ of [1, 2]) expect(await fixture.deliver(late)).toBeNull()
      expect(await withdrawals(plan, 1)).toMatchObject([{ unsent: 3, parcelsTotal: 3 }])
      expect([await dueOf(plan, 1), (await stored(plan, 1))?.draw]).toEqual([0, undefined])
    },
  )
})

describe('the end of a plan whose unsent pranks are still sent', () => {
  test('when it is delivered once or twice then its months stay due and can be shipped, and nothing is reported', async () => {
    const plan = await fixture.plan({ prankCount: 2 })
    const end = cancelled(plan, 'send')
    for (const _ of [1, 2]) expect(await fixture.deliver(end)).toBeNull()
    await fixture.deliver(month(plan, 1))
    expect([await dueOf(plan, 0), await dueOf(plan, 1)]).toEqual([2, 2])
    for (let parcel = 0; parcel < 4; parcel++) expect((await fixture.ship(plan)).status).toBe(201)
    expect([...(await withdrawals(plan, 0)), ...(await withdrawals(plan, 1))]).toEqual([])
  })

  test('when a month was recorded after the end, and arrives first, then only that month is withdrawn and reported', async () => {
    const plan = await fixture.plan({ prankCount: 2 })
    await fixture.deliver(month(plan, 2, { status: 'cancelled' }))
    await fixture.deliver(cancelled(plan, 'send'))
    await fixture.deliver(month(plan, 1))
    expect([await dueOf(plan, 0), await dueOf(plan, 1), await dueOf(plan, 2)]).toEqual([2, 2, 0])
    expect(await withdrawals(plan, 2)).toMatchObject([{ unsent: 2 }])
  })
})

test('when an event of an earlier version ends a plan then nothing is sent and nothing is reported', async () => {
  const plan = await fixture.plan()
  await fixture.deliver(cancelled(plan))
  await fixture.deliver(month(plan, 1))
  expect([await dueOf(plan, 0), await dueOf(plan, 1)]).toEqual([0, 0])
  expect([...(await withdrawals(plan, 0)), ...(await withdrawals(plan, 1))]).toEqual([])
})

test('when a plan was withdrawn by an earlier version, without a mark, then its end changes nothing', async () => {
  const plan = await fixture.plan()
  const withdrawn = { $set: { withdrawnAt: new Date() }, $unset: { parcelsDue: 1, dueSince: 1 } } as const
  await fixture.shipments.updateOne({ invoiceId: invoiceOf(plan, 0) }, withdrawn)
  await fixture.deliver(cancelled(plan, 'refund'))
  await fixture.deliver(month(plan, 1))
  expect([await dueOf(plan, 1), ...(await withdrawals(plan, 0))]).toEqual([0])
})
