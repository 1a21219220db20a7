import { reportNames } from '@prankpost/contracts'
import { explainQueries, newId } from '@prankpost/service-kit/testing'
import { until } from '@prankpost/test-harness'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { startFixture } from './fixture.ts'
import { day, newOrder, newPlan, potato, sock } from './shop-events.ts'

const fixture = await startFixture()
afterAll(() => fixture.close())
afterEach(() => fixture.clear())

const january = 'from=2025-01-01&to=2025-01-31&by=month'

describe('the sales', () => {
  test('when orders and months are paid, refunded and disputed then revenue counts on the day of the payment, refunds on their own', async () => {
    const [order, disputed, cancelled, unpaid] = [newOrder(), newOrder(), newOrder(), newOrder()]
    const plan = newPlan()
    const [refund, failed] = [newId(), newId()]
    await fixture.deliverAll(
      ...[order.paid(day(1)), disputed.paid(day(1)), cancelled.paid(day(2)), unpaid.paid(day(2))],
      ...[
        plan.created(day(2)),
        order.refundRequested(refund, 497, day(2)),
        order.refund(refund, 497, 'pending', day(3)),
      ],
      ...[order.refund(failed, 100, 'succeeded', day(3)), order.refund(failed, 100, 'failed', day(3))],
      ...[disputed.dispute('open', 1_497, day(2)), disputed.dispute('lost', 1_497, day(3))],
      ...[cancelled.status('cancelled', day(3)), unpaid.status('pending', day(3))],
    )
    const none = { discount: '0.00', refunds: 0, refunded: '0.00' }
    expect(await fixture.rows('sales', 'from=2025-01-01&to=2025-01-03')).toEqual([
      {
        ...{ from: '2025-01-01', to: '2025-01-01', orders: 2, planMonths: 0, gross: '29.94' },
        ...{ ...none, returned: '19.94', revenue: '10.00', averageOrder: '14.97' },
      },
      {
        ...{ from: '2025-01-02', to: '2025-01-02', orders: 0, planMonths: 1, gross: '24.95' },
        ...{ ...none, returned: '14.97', revenue: '9.98', averageOrder: null, refunds: 2, refunded: '19.94' },
      },
      {
        ...{ from: '2025-01-03', to: '2025-01-03', orders: 0, planMonths: 0, gross: '0.00' },
        ...{ ...none, returned: '0.00', revenue: '0.00', averageOrder: null },
      },
    ])
    expect(await fixture.rows('sales', january)).toMatchObject([
      { from: '2025-01-01', to: '2025-01-31', orders: 2, planMonths: 1, revenue: '19.98' },
    ])
  })

  test.each(['in sequence', 'the newest first'])(
    'when a bank reverses a dispute, %s, then its newest decision counts',
    async (sequence) => {
      const [withdrawn, escalated] = [newOrder(), newOrder()]
      await fixture.deliverAll(withdrawn.paid(day(1)), escalated.paid(day(2)))
      const news = [
        ...[withdrawn.dispute('lost', 1_497, day(3)), withdrawn.dispute('won', 1_497, day(4))],
        ...[escalated.dispute('won', 1_497, day(3)), escalated.dispute('lost', 1_497, day(4))],
      ]
      await fixture.deliverAll(...(sequence === 'in sequence' ? news : news.toReversed()))
      expect(await fixture.rows('sales', 'from=2025-01-01&to=2025-01-02')).toMatchObject([
        { revenue: '14.97' },
        { revenue: '0.00' },
      ])
    },
  )

  test('when weeks are requested then they start on Monday, and the range cuts them off', async () => {
    await fixture.deliverAll(newOrder().paid(day(5, 23)), newOrder().paid(day(6, 0)))
    const weeks = await fixture.rows('sales', 'from=2025-01-04&to=2025-01-07&by=week')
    expect(weeks.map(({ from, to, orders }) => [from, to, orders])).toEqual([
      ['2025-01-04', '2025-01-05', 1],
      ['2025-01-06', '2025-01-07', 1],
    ])
  })
})

describe('the other reports', () => {
  test('when pranks are sold and shipped then they count, of orders and plans, without cancelled orders', async () => {
    const [order, cancelled, plan] = [newOrder(), newOrder(), newPlan()]
    await fixture.deliverAll(
      ...[
        order.paid(day(1)),
        cancelled.paid(day(1)),
        cancelled.status('cancelled', day(2)),
        plan.created(day(1)),
      ],
      ...[
        order.shipped(day(2)),
        plan.shipped(day(1), day(3), { prank: { ...sock, name: 'Sock' }, quantity: 2 }),
      ],
    )
    const period = { from: '2025-01-01', to: '2025-01-31' }
    expect(await fixture.rows('pranks', january)).toEqual([
      { ...period, prankId: potato.id, name: 'Raw Potato', sold: 1, gross: '4.99', shipped: 1 },
      { ...period, prankId: sock.id, name: 'Sock', sold: 2, gross: '9.98', shipped: 2 },
    ])
  })

  test('when plans start, fall past due and end then the report has what runs, what it brings, churn and lifetime value', async () => {
    const [old, late, ended, changed] = [newPlan(), newPlan(), newPlan(), newPlan()]
    await fixture.deliverAll(
      ...[old, late, ended, changed].map((plan) => plan.created(day(1))),
      ...[
        late.pastDue(day(32), { amountCents: 2_495 }),
        ended.cancelled(day(33)),
        ended.renewed(day(34), { status: 'cancelled' }),
      ],
      changed.renewed(day(32), { amountCents: 1_497 }),
    )
    const [first, second] = await fixture.rows('plans', 'from=2025-01-01&to=2025-02-28&by=month')
    expect(first).toMatchObject({
      ...{ started: 4, ended: 0, active: 4, pastDue: 0, monthlyRecurringRevenue: '39.92' },
      ...{ churn: null, lifetimeValue: null },
    })
    // A quarter ends in 28 days, so a plan lasts 3.68 months of $11.54 on average.
    expect(second).toMatchObject({
      ...{ started: 0, ended: 1, active: 2, pastDue: 1, monthlyRecurringRevenue: '34.93' },
      ...{ churn: 25, lifetimeValue: '42.84' },
    })
    expect(await fixture.rows('plans', 'from=2025-02-02&to=2025-02-02')).toMatchObject([
      { active: 2, pastDue: 1, ended: 1, churn: 25 },
    ])
    // The month that is reported after the end was paid nevertheless.
    expect(await fixture.rows('sales', 'from=2025-02-03&to=2025-02-03')).toMatchObject([{ planMonths: 1 }])
  })

  test('when parcels are shipped then the report has their time from the payment', async () => {
    const [order, plan] = [newOrder(), newPlan()]
    await fixture.deliverAll(
      ...[order.paid(day(1)), plan.created(day(1)), order.shipped(day(2)), order.shipped(day(2, 18))],
      ...[plan.shipped(day(1), day(2, 15)), newOrder().shipped(day(2))],
    )
    expect(await fixture.rows('fulfilment', 'from=2025-01-02&to=2025-01-02')).toEqual([
      { from: '2025-01-02', to: '2025-01-02', shipped: 4, onTime: 1, averageHours: 27 },
    ])
  })

  test('when orders have a discount then it is grouped by code', async () => {
    const discount = { discountCode: 'MARKYMARC', discountCents: 500 }
    const [kept, cancelled] = [newOrder(discount), newOrder(discount)]
    await fixture.deliverAll(
      ...[kept.paid(day(1)), cancelled.paid(day(2)), cancelled.status('cancelled', day(2))],
      newOrder({ discountCode: 'NEW' }).paid(day(3)),
      newPlan(898).created(day(4), { discountCode: 'PLAN', discountCents: 100 }),
    )
    expect(await fixture.rows('discounts', january)).toMatchObject([
      { code: 'MARKYMARC', orders: 1, planMonths: 0, discount: '10.00', revenue: '14.97' },
      { code: 'NEW', orders: 1, discount: '0.00', revenue: '14.97' },
      { code: 'PLAN', orders: 0, planMonths: 1, discount: '1.00', revenue: '8.98' },
    ])
  })
})

describe('the endpoints', () => {
  test('when a report is exported then the file has its rows', async () => {
    await fixture.deliverAll(newOrder({ discountCode: '=1+1' }).paid(day(1)))
    await fixture.refresh()
    const { headers, body } = await fixture.get(`discounts/export?${january}`)
    expect(headers.get('content-disposition')).toBe(
      'attachment; filename="discounts-2025-01-01-2025-01-31.csv"',
    )
    expect(body.trim().split('\r\n')).toEqual([
      '"From","To","Code","Orders","Plan months","Discount","Revenue"',
      `"2025-01-01","2025-01-31","'=1+1","1","0","0.00","14.97"`,
    ])
  })

  test('when nothing is given then a report has the last 30 days, and no row for what did not happen', async () => {
    const today = new Date().toISOString().slice(0, 10)
    for (const report of reportNames) {
      const { status, body } = await fixture.get(report)
      const isByThing = ['pranks', 'discounts', 'funnel-pranks'].includes(report)
      // The day may have ended meanwhile.
      expect([today, new Date().toISOString().slice(0, 10)]).toContain(body.to)
      expect([status, body.items.length]).toEqual([200, isByThing ? 0 : 30])
      expect((await fixture.get(`${report}/export`)).status).toBe(200)
    }
  })

  test.each([
    'from=2025-02-01&to=2025-01-01',
    'from=2020-01-01&to=2025-01-01',
    'by=year',
    'from=x',
    'to=2025-02-30',
    'to=0000-01-05',
    'from=9999-12-20&to=9999-12-31&by=week',
  ])('when the query is %s then it is a 400', async (query) => {
    expect((await fixture.get(`sales?${query}`)).status).toBe(400)
    expect((await fixture.get(`sales/export?${query}`)).status).toBe(400)
  })

  test('when there is no such report then it is a 400', async () => {
    expect((await fixture.get('customers/export')).status).toBe(400)
  })

  test('when a report is read then only days are read, one document for each', async () => {
    await fixture.deliverAll(newOrder().paid(day(1)), newOrder().paid(day(1)), newOrder().paid(day(40)))
    await fixture.refresh()
    for (const report of reportNames) {
      const served = await explainQueries(fixture.connection, () =>
        fixture.get(`${report}?from=2025-01-01&to=2025-01-31`),
      )
      const queries = served.filter(({ collection }) => !['audit', 'operators'].includes(collection))
      const read = report.startsWith('funnel') ? ['days', 'funnel'] : ['days']
      expect(new Set(queries.map(({ collection }) => collection))).toEqual(new Set(read))
      expect(Math.max(...queries.map(({ documentsRead }) => documentsRead))).toBe(1)
      expect(queries.flatMap(({ stages }) => stages).join()).not.toContain('COLLSCAN')
    }
  })
})

test('when a message is not an event then it is a dead letter, and the next one counts', async () => {
  await fixture.deliverRaw('order-paid', '{"specversion":"1.0"}', newId())
  await until(async () => (await fixture.deadLetters('order-paid')).length === 1)
  await fixture.deliverAll(newOrder().paid(day(1)))
  expect(await fixture.rows('sales', january)).toMatchObject([{ orders: 1 }])
})
