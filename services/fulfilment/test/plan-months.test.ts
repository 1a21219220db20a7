import { afterAll, describe, expect, test, vi } from 'vitest'
import { cancelled, invoiceOf, month, newPlan, sender, startFixture, type TestPlan } from './fixture.ts'

const fixture = await startFixture()
afterAll(() => fixture.close())

const monthsOf = ({ stripeSubscriptionId }: TestPlan) =>
  fixture.shipments
    .find({ 'plan.stripeSubscriptionId': stripeSubscriptionId })
    .sort({ 'plan.periodStart': 1 })
    .lean()
const dueOf = async (plan: TestPlan) => (await monthsOf(plan)).map(({ parcelsDue = 0 }) => parcelsDue)

describe('a paid month', () => {
  test('when it is delivered then its parcels are due, and no data of the sender is stored', async () => {
    const plan = newPlan(4)
    expect(await fixture.deliver(month(plan, 0))).toBeNull()
    const [stored] = await monthsOf(plan)
    expect(stored).toMatchObject({
      ownerId: plan.ownerId,
      invoiceId: invoiceOf(plan, 0),
      plan: { subscriptionId: plan.subscriptionId },
      parcels: [],
      parcelsTotal: 4,
      parcelsDue: 4,
    })
    for (const word of Object.values(sender)) expect(JSON.stringify(stored)).not.toContain(word)
  })

  test('when it is delivered twice, or many times at once, then there is one shipment for its invoice', async () => {
    const plan = newPlan()
    const created = month(plan, 0)
    await Promise.all(Array.from({ length: 8 }, () => fixture.deliver(created)))
    await fixture.deliver(created)
    await fixture.deliver(month(plan, 1))
    expect(await dueOf(plan)).toEqual([3, 3])
  })

  test('when a renewal arrives before the first month then both are stored', async () => {
    const plan = newPlan()
    await fixture.deliver(month(plan, 1))
    await fixture.deliver(month(plan, 0))
    expect((await monthsOf(plan)).map(({ invoiceId }) => invoiceId)).toEqual(
      [0, 1].map((n) => invoiceOf(plan, n)),
    )
  })

  test('when there are many months without parcels then the unique key of parcels accepts all of them', async () => {
    const plans = [newPlan(), newPlan(), newPlan()]
    for (const plan of plans) expect(await fixture.deliver(month(plan, 0))).toBeNull()
  })
})

describe('the end of a plan', () => {
  test('when it is delivered once or twice then no month is due, and shipped parcels stay shipped', async () => {
    const plan = await fixture.plan()
    await fixture.deliver(month(plan, 1))
    expect((await fixture.ship(plan)).status).toBe(201)
    const end = cancelled(plan)
    expect(await fixture.deliver(end)).toBeNull()
    const ended = await monthsOf(plan)
    expect(await dueOf(plan)).toEqual([0, 0])
    expect(ended.map(({ parcels }) => parcels.length)).toEqual([1, 0])
    await fixture.deliver(end)
    expect(await monthsOf(plan)).toEqual(ended)
  })

  test('when it is delivered before any month then it is retried', async () => {
    const plan = newPlan()
    const end = cancelled(plan)
    expect(await fixture.deliver(end)).toMatchObject({ name: 'NotYet' })
    await fixture.deliver(month(plan, 0))
    expect(await fixture.deliver(end)).toBeNull()
    expect(await dueOf(plan)).toEqual([0])
  })

  test.each(['cancelled', 'active'])(
    'when a month of a plan with status %s is delivered after it then that month is not due either',
    async (status) => {
      const plan = await fixture.plan()
      await fixture.deliver(cancelled(plan))
      await fixture.deliver(month(plan, 1, { status }))
      expect(await dueOf(plan)).toEqual([0, 0])
      expect((await monthsOf(plan)).every(({ withdrawnAt }) => withdrawnAt !== null)).toBe(true)
    },
  )

  test('when months are delivered at the same time then nothing is due in the end', async () => {
    for (let round = 0; round < 3; round++) {
      const plan = await fixture.plan()
      const months = [1, 2, 3, 4].map((n) => month(plan, n))
      await Promise.all([months[0], months[1], cancelled(plan), months[2], months[3]].map(deliver))
      expect(await dueOf(plan)).toEqual([0, 0, 0, 0, 0])
    }
  })

  test('when a month is stored during its update then the update is repeated', async () => {
    const plan = await fixture.plan()
    const [first] = await monthsOf(plan)
    const update = fixture.shipments.updateOne.bind(fixture.shipments)
    vi.spyOn(fixture.shipments, 'updateOne').mockImplementationOnce(((...args: Parameters<typeof update>) =>
      update(...args).then(async (result) => {
        const { _id, ...rest } = first as NonNullable<typeof first>
        await fixture.shipments.create({ ...rest, invoiceId: invoiceOf(plan, 1) })
        return result
      })) as unknown as typeof fixture.shipments.updateOne)
    await fixture.deliver(cancelled(plan))
    expect(await dueOf(plan)).toEqual([0, 0])
  })
})

const deliver = (entry: Parameters<typeof fixture.deliver>[0] | undefined) =>
  entry === undefined ? null : fixture.deliver(entry)
