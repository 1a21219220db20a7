import { orderStats } from '@prankpost/contracts'
import { eventOf } from '@prankpost/service-kit/testing'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { emitters } from './fixture.ts'
import { hoursAgo, startShop, twoItems, twoItemsTotal } from './shop.ts'

const shop = await startShop()
const makeRefund = shop.others.refund
afterEach(async () => {
  shop.others.refund = makeRefund
  await shop.orders.deleteMany({})
})
afterAll(() => shop.close())

/** The revenue and the number of orders of the last three days. */
async function revenue() {
  const { body } = await shop.operator('GET', '/api/admin/order-stats?days=3')
  const days = orderStats.parse(body).revenueByDay
  const cents = days.reduce((sum, day) => sum + Math.round(Number(day.revenue) * 100), 0)
  return [cents, days.reduce((sum, day) => sum + day.orders, 0)]
}
const twoItemOrder = () => shop.paidOrder({ items: twoItems, total: twoItemsTotal })

describe('revenue', () => {
  test('when a part is refunded then it is less by this part, on the day of the payment', async () => {
    const paidAt = hoursAgo(26)
    const { id } = await shop.paidOrder({ items: twoItems, total: twoItemsTotal, paidAt })
    await shop.refundOrder(id, { amount: '10.00' })
    expect(await revenue()).toEqual([1999, 1])
    const { body } = await shop.operator('GET', '/api/admin/order-stats?days=3')
    const day = orderStats.parse(body).revenueByDay.find(({ orders }) => orders === 1)
    expect(day).toEqual({ day: paidAt.toISOString().slice(0, 10), revenue: '19.99', orders: 1 })
  })

  test('when an order is cancelled then neither its amount nor the order counts', async () => {
    const { id, as } = await twoItemOrder()
    await shop.paidOrder()
    await shop.cancel(id, as)
    expect(await revenue()).toEqual([499, 1])
  })

  test('when a refund is pending then it is no revenue, and it is again once it failed', async () => {
    shop.others.refund = async () => ({ status: 'pending', stripeRefundId: 're_1', failureReason: null })
    const { id } = await twoItemOrder()
    const { body } = await shop.refundOrder(id, { amount: '10.00' })
    expect([body.status, await revenue()]).toEqual(['pending', [1999, 1]])
    const failed = emitters.payment('refund-changed', id, {
      ...{ orderId: id, planId: null, invoiceId: null, ownerId: null, refundId: body.refundId },
      ...{ stripeRefundId: 're_1', paymentIntentId: 'pi_1', amountCents: 1000, status: 'failed' as const },
      ...{ failureReason: 'expired_card', at: new Date().toISOString() },
    })
    for (const _ of [1, 2]) await shop.handlers['refund-changed'](eventOf(failed))
    expect(await revenue()).toEqual([2999, 1])
  })

  test('when the refund of a cancelled order failed then its money is still here', async () => {
    shop.others.refund = async () => ({
      status: 'failed',
      stripeRefundId: null,
      failureReason: 'expired_card',
    })
    const { id, as } = await twoItemOrder()
    await shop.cancel(id, as)
    expect(await revenue()).toEqual([2999, 0])
  })

  test('when a dispute is lost then its amount is no revenue, also after a refund of everything', async () => {
    const { id } = await twoItemOrder()
    await shop.setStatus(id, 'shipped')
    await shop.refundOrder(id, {})
    const lost = emitters.payment('dispute-changed', id, {
      ...{ orderId: id, planId: null, invoiceId: null, ownerId: null, disputeId: 'dp_1' },
      ...{ paymentIntentId: 'pi_1', amountCents: 2999, reason: 'fraudulent', status: 'lost' as const },
      at: new Date().toISOString(),
    })
    await shop.handlers['dispute-changed'](eventOf(lost))
    expect(await revenue()).toEqual([0, 1])
  })
})
