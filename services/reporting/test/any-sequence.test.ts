import fc from 'fast-check'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { mergePlan, noPlan, planFigures } from '../src/plan-figures.ts'
import { mergePurchase, noPurchase, type PurchaseFacts } from '../src/purchase-facts.ts'
import { purchaseFigures } from '../src/purchase-figures.ts'
import { refreshDay } from '../src/use-cases/refresh-days.ts'
import { startFixture } from './fixture.ts'
import { day, newOrder, newPlan } from './shop-events.ts'

const fixture = await startFixture()
afterAll(() => fixture.close())
afterEach(() => fixture.clear())

const time = fc.integer({ min: 1, max: 60 }).map((n) => new Date(day(n)))
const id = fc.constantFrom('one', 'two')
const cents = fc.integer({ min: 0, max: 2_000 })
/** What one event says about a purchase. The payment is the same in each, because it is reported once. */
const news: fc.Arbitrary<Partial<PurchaseFacts>> = fc.oneof(
  fc.constant({ type: 'once' as const, paidAt: new Date(day(1)), totalCents: 1_497, discountCode: 'A' }),
  fc
    .record({ to: fc.constantFrom('pending', 'paid', 'shipped', 'cancelled'), at: time })
    .map((status) => ({ status })),
  fc
    .record({
      id,
      cents: fc.constant(400),
      status: fc.constantFrom('pending', 'succeeded', 'failed'),
      at: time,
    })
    .map((refund) => ({ refunds: [refund] })),
  fc
    .record({ status: fc.constantFrom('open', 'won', 'lost'), at: time })
    .map((one) => ({ disputes: [{ id: 'dp', cents: 300, ...one, changedAt: one.at }] })),
  fc
    .record({ id, shippedAt: time })
    .map((one) => ({ parcels: [{ prankId: 'p', name: 'Potato', quantity: 1, ...one }] })),
)
const state = fc.record({
  id: fc.uuid(),
  at: time,
  status: fc.constantFrom('active', 'past_due', 'cancelled'),
  amountCents: cents,
})
/** A list, and the same list in another sequence with repeats. */
const shuffled = <T>(one: fc.Arbitrary<T>) =>
  fc
    .array(one, { maxLength: 12 })
    .chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray([...list, ...list], { minLength: 2 * list.length })),
    )

describe('the figures of events in any sequence, some of them twice', () => {
  test('when they are about a purchase then they are the same', () => {
    const figuresOf = (list: Partial<PurchaseFacts>[]) =>
      [...purchaseFigures(list.reduce<PurchaseFacts>(mergePurchase, noPurchase))]
        .sort()
        .map(([on, { figures, pranks, codes }]) => ({ on, figures, pranks, codes }))
    fc.assert(
      fc.property(shuffled(news), ([list, other]) => {
        expect(figuresOf(other)).toEqual(figuresOf(list))
      }),
    )
  })

  test('when they are about a plan then they are the same, and a plan that ended brings nothing', () => {
    fc.assert(
      fc.property(shuffled(state), ([list, other]) => {
        const merged = mergePlan(noPlan, list)
        expect(other.reduce((known, one) => mergePlan(known, [one]), noPlan)).toEqual(merged)
        const sums = [...planFigures(merged).values()].map(({ figures }) => figures)
        const left = sums.reduce((sum, { recurringCents }) => sum + recurringCents, 0)
        const ended = sums.reduce((sum, { plansEnded }) => sum + plansEnded, 0)
        expect(ended === 0 ? left >= 0 : left === 0).toBe(true)
      }),
    )
  })

  test('when they are delivered then the days are the same', async () => {
    const [order, plan] = [newOrder(), newPlan()]
    const events = [
      ...[
        order.paid(day(1)),
        order.refundRequested('a'.repeat(24), 400, day(2)),
        order.status('shipped', day(3)),
      ],
      ...[
        order.refund('a'.repeat(24), 400, 'succeeded', day(4)),
        order.shipped(day(3)),
        order.dispute('open', 9, day(5)),
      ],
      ...[plan.created(day(1)), plan.shipped(day(1), day(2)), plan.renewed(day(31)), plan.cancelled(day(40))],
    ]
    await fixture.deliverAll(...events)
    const figures = await fixture.figures()
    await fixture.clear()
    expect(await fixture.deliverAll(...events.toReversed(), ...events)).toEqual([])
    expect(await fixture.figures()).toEqual(figures)
    await Promise.all(events.map((event) => fixture.deliver(event)))
    expect(await fixture.figures()).toEqual(figures)
  })
})

describe('a computation of days that is interrupted, or is not alone', () => {
  const marked = () => fixture.purchases.countDocuments({ staleDays: { $gt: '' } })

  test('when the process dies before the marks are removed then the days are computed once more', async () => {
    const order = newOrder()
    await fixture.deliverAll(order.paid(day(1)), order.shipped(day(2)))
    const crash = new Error('killed')
    const { bulkWrite } = fixture.purchases
    fixture.purchases.bulkWrite = () => Promise.reject(crash)
    await expect(fixture.refresh()).rejects.toBe(crash)
    fixture.purchases.bulkWrite = bulkWrite
    expect(await marked()).toBe(1)
    await fixture.refresh()
    expect(await marked()).toBe(0)
    expect(await fixture.rows('sales', 'from=2025-01-01&to=2025-01-01')).toMatchObject([{ orders: 1 }])
  })

  test('when an order is paid while its day is computed then its mark stays until it is counted', async () => {
    await fixture.deliverAll(newOrder().paid(day(1)))
    const late = newOrder()
    const { find } = fixture.purchases
    let isFirst = true
    fixture.purchases.find = ((...args: Parameters<typeof find>) => {
      const query = find.apply(fixture.purchases, args)
      if (!('days' in (args[0] as object)) || !isFirst) return query
      isFirst = false
      const { cursor } = query.lean()
      return { lean: () => ({ cursor: () => afterwards(cursor.call(query)) }) }
    }) as unknown as typeof find
    async function* afterwards(all: AsyncIterable<unknown>) {
      yield* all
      await fixture.deliverAll(late.paid(day(1)))
    }
    await refreshDay('2025-01-01', fixture.deps)
    fixture.purchases.find = find
    expect(await marked()).toBe(1)
    expect(await fixture.rows('sales', 'from=2025-01-01&to=2025-01-01')).toMatchObject([{ orders: 2 }])
  })

  test('when two replicas compute a day at once then older figures never replace newer ones', async () => {
    const orders = Array.from({ length: 20 }, () => newOrder())
    await Promise.all([
      ...orders.map((order) => fixture.deliver(order.paid(day(1)))),
      ...orders.map(() => refreshDay('2025-01-01', fixture.deps)),
    ])
    expect(await fixture.rows('sales', 'from=2025-01-01&to=2025-01-01')).toMatchObject([{ orders: 20 }])
    expect(await marked()).toBe(0)
  })
})
