import { type OrderStats, orderStats, orderStatuses } from '@prankpost/contracts'
import { explainQueries, newCustomer, newId } from '@prankpost/service-kit/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordPlanMonth } from '../src/use-cases/record-plan-month.ts'
import { adminPassword, cart, startFixture } from './fixture.ts'

const fixture = await startFixture()
afterAll(() => fixture.close())

const headers = { 'x-admin-password': adminPassword }
const ask = (query = '') => fixture.call('GET', `/api/admin/order-stats${query}`, { headers })
const stats = async (days: number): Promise<OrderStats> => orderStats.parse((await ask(`?days=${days}`)).body)
const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

/** Stores a one-time order of $4.99 with this status and payment time. */
async function order(status: string, paidAt?: string) {
  const { body } = await fixture.call('POST', '/api/create-order-record', {
    as: newCustomer(),
    body: cart(4.99),
  })
  const paid = paidAt === undefined ? {} : { paidAt: new Date(paidAt) }
  await fixture.orders.updateOne({ _id: body.orderId }, { $set: { status, ...paid } })
}

function month(type: 'subscription' | 'monthly', amountCents: number, paidAt: string) {
  const [subscriptionId, ownerId, invoiceId] = [newId(), newId(), `in_${newId()}`]
  const customer = { email: 'pat@customers.test', firstName: 'Pat', lastName: 'Potato' }
  return recordPlanMonth(
    {
      type,
      subscriptionId,
      ownerId,
      customer,
      stripeSubscriptionId: `sub_${subscriptionId}`,
      prankCount: 2,
      amountCents,
      previousStatus: null,
      status: 'active',
      at: paidAt,
      month: { invoiceId, paymentIntentId: 'pi_1', periodStart: paidAt, periodEnd: paidAt, paidAt },
    },
    fixture.deps,
  )
}

describe("the operator's order statistics", () => {
  test('when there are no orders then every day and every status is listed with zero', async () => {
    const { revenueByDay, ordersByStatus } = await stats(3)
    expect(revenueByDay).toEqual([2, 1, 0].map((n) => ({ day: dayAgo(n), revenue: '0.00', orders: 0 })))
    expect(ordersByStatus).toEqual(Object.fromEntries(orderStatuses.map((status) => [status, 0])))
  })

  describe('with some orders', () => {
    beforeAll(async () => {
      await order('paid', `${dayAgo(0)}T00:00:00.000Z`)
      await order('delivered', `${dayAgo(1)}T00:00:00.000Z`)
      await order('processing', `${dayAgo(1)}T23:59:59.999Z`)
      await order('shipped', `${dayAgo(400)}T12:00:00.000Z`)
      // Paid and then set back by the operator; never paid; failed.
      await order('pending', `${dayAgo(1)}T12:00:00.000Z`)
      await order('cancelled', `${dayAgo(1)}T12:00:00.000Z`)
      await order('payment_failed', `${dayAgo(0)}T00:00:00.001Z`)
      await order('pending')
      await month('subscription', 998, `${dayAgo(1)}T08:00:00.000Z`)
      await month('monthly', 99, `${dayAgo(0)}T00:00:00.000Z`)
    })

    test('when orders and plan months were paid then they count on their day in UTC, while their status is a paid one', async () => {
      expect((await stats(4)).revenueByDay).toEqual([
        { day: dayAgo(3), revenue: '0.00', orders: 0 },
        { day: dayAgo(2), revenue: '0.00', orders: 0 },
        { day: dayAgo(1), revenue: '19.96', orders: 3 },
        { day: dayAgo(0), revenue: '5.98', orders: 2 },
      ])
    })

    test('when statuses are counted then orders of any age count', async () => {
      expect((await stats(5)).ordersByStatus).toEqual({
        pending: 2,
        paid: 3,
        payment_failed: 1,
        processing: 1,
        shipped: 1,
        delivered: 1,
        cancelled: 1,
      })
    })

    test('when no days are given then there are 30; at most there are 366', async () => {
      expect(orderStats.parse((await ask()).body).revenueByDay).toHaveLength(30)
      expect((await stats(366)).revenueByDay.map(({ day }) => day)).toContain(dayAgo(365))
    })

    test('when they are read then indexes cover the queries', async () => {
      const served = await explainQueries(fixture.connection, () => stats(6))
      expect(served).toHaveLength(1 + orderStatuses.length)
      for (const { stages, documentsRead } of served) {
        expect(stages.join()).toMatch(/IXSCAN|COUNT_SCAN/)
        expect(stages.join()).not.toMatch(/FETCH|COLLSCAN/)
        expect(documentsRead).toBe(0)
      }
    })
  })

  test.each(['?days=0', '?days=367', '?days=1.5', '?days=-1', '?days=x', '?days='])(
    'when the query is %s then it is a 400',
    async (query) => expect((await ask(query)).status).toBe(400),
  )

  test('when the password is wrong or missing then it is a 401', async () => {
    expect((await fixture.call('GET', '/api/admin/order-stats')).status).toBe(401)
    expect((await fixture.call('GET', '/api/admin/order-stats?adminPassword=wrong')).status).toBe(401)
  })
})
