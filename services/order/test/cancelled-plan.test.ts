import { explainQueries, newPlanEvents } from '@prankpost/service-kit/testing'
import { until } from '@prankpost/test-harness'
import { afterAll, describe, expect, test } from 'vitest'
import { findMissingMonths } from '../src/use-cases/find-missing.ts'
import { startFixture } from './fixture.ts'

const fixture = await startFixture()
const { deliverAll: deliver } = fixture
afterAll(() => fixture.close())

const now = new Date().toISOString()
const start = Date.now() - 60_000

/** A plan with 2 pranks a month, the nth of which was paid in the nth second of the last minute. */
function newPlan() {
  const plan = newPlanEvents()
  const paidAt = (n: number) => new Date(start + n * 1_000).toISOString()
  return {
    paid: (n: number, status = 'active') =>
      n === 1 ? plan.created(paidAt(n), { status }) : plan.renewed(paidAt(n), { status }),
    cancelled: (unsent?: 'refund' | 'send') => plan.cancelled(now, unsent && { unsent }),
    withdrawn: (n: number, unsent: number) => plan.withdrawn(unsent, plan.invoiceOf(paidAt(n)), now),
    shipped: (n: number, parcelsShipped: number) =>
      plan.shipped({
        ...{ parcelId: `${plan.subscriptionId}-${n}-${parcelsShipped}`, parcelsShipped, shippedAt: now },
        invoiceId: plan.invoiceOf(paidAt(n)),
      }),
    months: () => fixture.orders.find({ ownerId: plan.ownerId }).sort({ paidAt: 1 }).lean(),
  }
}

type Plan = ReturnType<typeof newPlan>
const statuses = async ({ months }: Plan) => (await months()).map(({ status }) => status)
/** The stored months, without the fields that a repeated write may change. */
const stored = async ({ months }: Plan) => (await months()).map(({ outbox: _, ...order }) => order)
const toSend = () => fixture.orders.countDocuments({ status: { $in: ['paid', 'processing'] } })

describe('when a plan is cancelled', () => {
  test('then a month without parcels is cancelled, a month with parcels is shipped, and nothing more is to be sent', async () => {
    const plan = newPlan()
    await deliver(plan.paid(1), plan.paid(2), plan.paid(3))
    await deliver(plan.shipped(1, 1), plan.shipped(1, 2), plan.shipped(2, 1))
    expect(await statuses(plan)).toEqual(['shipped', 'processing', 'paid'])
    expect(await deliver(plan.cancelled())).toEqual([])
    const months = await plan.months()
    expect(months.map(({ status }) => status)).toEqual(['shipped', 'shipped', 'cancelled'])
    expect(
      months.map(({ statusHistory }) => statusHistory.map(({ status, actor }) => [status, actor])),
    ).toEqual([
      [
        ['paid', 'subscription'],
        ['processing', 'fulfilment'],
        ['shipped', 'fulfilment'],
      ],
      [
        ['paid', 'subscription'],
        ['processing', 'fulfilment'],
        ['shipped', 'subscription'],
      ],
      [
        ['paid', 'subscription'],
        ['cancelled', 'subscription'],
      ],
    ])
    expect(await toSend()).toBe(0)
  })

  test('then months of other plans stay as they are', async () => {
    const [plan, other] = [newPlan(), newPlan()]
    await deliver(plan.paid(1), other.paid(1), plan.cancelled())
    expect(await statuses(other)).toEqual(['paid'])
    await deliver(other.cancelled())
  })

  test('and the event is delivered twice, also at the same time, then the second changes nothing', async () => {
    const plan = newPlan()
    await deliver(plan.paid(1), plan.paid(2), plan.shipped(1, 1))
    await Promise.all([plan.cancelled(), plan.cancelled()].map((entry) => fixture.deliver(entry)))
    const once = await stored(plan)
    await deliver(plan.cancelled(), plan.paid(1), plan.paid(2), plan.shipped(1, 1))
    expect(await stored(plan)).toEqual(once)
    expect(once.map(({ status, statusHistory }) => [status, statusHistory.length])).toEqual([
      ['shipped', 3],
      ['cancelled', 2],
    ])
  })

  test('before any of its months is recorded then the event is retried, and closes the month afterwards', async () => {
    const plan = newPlan()
    expect(await deliver(plan.cancelled())).toEqual(['NotYet'])
    await deliver(plan.paid(1))
    await until(async () => (await statuses(plan))[0] === 'cancelled')
  })

  test('and a month of it is reported later then that month is closed, too, whatever its status is', async () => {
    const plan = newPlan()
    await deliver(plan.paid(1), plan.cancelled(), plan.paid(2), plan.paid(3, 'cancelled'))
    expect(await statuses(plan)).toEqual(['cancelled', 'cancelled', 'cancelled'])
    const unknown = newPlan()
    await deliver(unknown.paid(2, 'cancelled'), unknown.paid(1))
    // How the plan ended is not known yet: the first month may still be sent.
    expect(await statuses(unknown)).toEqual(['paid', 'cancelled'])
    await deliver(unknown.cancelled())
    expect(await statuses(unknown)).toEqual(['cancelled', 'cancelled'])
  })

  test('and its unsent parcels are still sent then its months stay open until the last parcel, and late ones are closed', async () => {
    const plan = newPlan()
    const end = plan.cancelled('send')
    await deliver(plan.paid(1), end, plan.paid(2), plan.paid(3, 'cancelled'), end)
    expect(await statuses(plan)).toEqual(['paid', 'paid', 'cancelled'])
    await deliver(plan.shipped(1, 1))
    expect((await statuses(plan))[0]).toBe('processing')
    await deliver(plan.shipped(1, 2))
    expect((await statuses(plan))[0]).toBe('shipped')
  })

  test.each(['before', 'after'])(
    'and its unsent parcels are withdrawn after all, reported %s the end, then its months close once and are refunded',
    async (time) => {
      const plan = newPlan()
      await deliver(plan.paid(1), plan.paid(2), plan.shipped(1, 1))
      const withdrawn = [plan.withdrawn(1, 1), plan.withdrawn(2, 2)]
      const end = plan.cancelled('send')
      expect(await deliver(...(time === 'before' ? [...withdrawn, end] : [end, ...withdrawn]))).toEqual([])
      const once = await stored(plan)
      expect(once.map(({ status, refunds }) => [status, refunds?.map((one) => one.amountCents)])).toEqual([
        ['shipped', [499]],
        ['cancelled', [998]],
      ])
      await deliver(end, ...withdrawn)
      expect(await stored(plan)).toEqual(once)
      await deliver(plan.paid(3))
      expect((await statuses(plan))[2]).toBe('cancelled')
    },
  )

  test('and its unsent parcels are withdrawn after all, then one that waits to be sent again is refunded, too', async () => {
    const plan = newPlan()
    await deliver(plan.paid(1), plan.shipped(1, 1), plan.cancelled('send'))
    const [month] = await plan.months()
    const back = {
      'items.0.shippedAt': null,
      'items.0.sentAgain': [{ at: new Date(), shippedAt: new Date() }],
    }
    await fixture.orders.updateOne({ _id: month?._id }, { $set: back })
    await deliver(plan.withdrawn(1, 1), plan.withdrawn(1, 1))
    const [closed] = await plan.months()
    expect(closed?.refunds?.map(({ amountCents }) => amountCents)).toEqual([499, 499])
    expect(closed?.items[0]?.withdrawnAt).toEqual(expect.any(Date))
  })

  test('and a parcel that was shipped before is reported later then the month is shipped', async () => {
    const plan = newPlan()
    await deliver(plan.paid(1), plan.cancelled(), plan.shipped(1, 1), plan.shipped(1, 1))
    const [month] = await plan.months()
    expect([month?.status, month?.items.length]).toEqual(['shipped', 1])
    expect(month?.statusHistory.map(({ status, actor }) => [status, actor])).toEqual([
      ['paid', 'subscription'],
      ['cancelled', 'subscription'],
      ['shipped', 'fulfilment'],
    ])
  })

  test('and the operator has set a status then that status stays', async () => {
    const plan = newPlan()
    await deliver(plan.paid(1))
    const [month] = await plan.months()
    const path = `/api/admin/orders/${month?._id}/status`
    await fixture.operator('PATCH', path, { status: 'delivered' })
    await deliver(plan.cancelled())
    expect(await statuses(plan)).toEqual(['delivered'])
    await fixture.operator('PATCH', path, { status: 'processing' })
    await deliver(plan.cancelled())
    expect(await statuses(plan)).toEqual(['processing'])
    await fixture.orders.deleteMany({ _id: month?._id })
  })

  test('then its months are found by an index', async () => {
    const plan = newPlan()
    await deliver(plan.paid(1))
    const served = await explainQueries(
      fixture.connection,
      async () => void (await deliver(plan.cancelled())),
    )
    const reads = served.filter(({ stages }) => stages.join() !== '')
    expect(reads.length).toBeGreaterThan(0)
    for (const { stages } of reads) expect(stages.join()).not.toMatch(/COLLSCAN/)
  })
})

describe('when subscription-cancelled was lost', () => {
  test('then the reconciliation closes the months of the plan, once', async () => {
    const plan = newPlan()
    await deliver(plan.paid(1), plan.paid(2))
    const emitted = [plan.paid(1), plan.cancelled()].map(({ type, data }) => ({ type, data })) as never
    const repaired: string[] = []
    const repair = async (kind: string, _about: object, run: () => Promise<unknown>) => {
      repaired.push(kind)
      await run()
    }
    for (let run = 0; run < 2; run++) await findMissingMonths(emitted, repair as never, fixture.deps)
    expect(repaired).toEqual(['ended-plan-with-open-month'])
    expect(await statuses(plan)).toEqual(['cancelled', 'cancelled'])
  })
})
