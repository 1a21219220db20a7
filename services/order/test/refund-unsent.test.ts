import { eventOf, newPlanEvents } from '@prankpost/service-kit/testing'
import { afterAll, describe, expect, test } from 'vitest'
import { startShop } from './shop.ts'

const shop = await startShop()
afterAll(() => shop.close())

/** A paid month of $14.97 with 3 parcels. */
async function paidMonth(over: { amountCents?: number; paymentIntentId?: null } = {}) {
  const { amountCents = 1497, ...month } = over
  const plan = newPlanEvents({ prankCount: 3, amountCents })
  const { invoiceId } = plan
  const created = plan.created(undefined, { month: plan.month(undefined, month) })
  await shop.handlers['subscription-created'](eventOf(created))
  const load = async () =>
    (await shop.orders.findOne({ invoiceId }).lean()) as NonNullable<Awaited<ReturnType<typeof shop.load>>>
  const withdraw = (unsent: number) => shop.handlers['plan-month-withdrawn'](eventOf(plan.withdrawn(unsent)))
  return { invoiceId, load, withdraw }
}

const requested = ({ outbox }: { outbox: { type: string; data: unknown }[] }) =>
  outbox.filter(({ type }) => type === 'refund-requested').map(({ data }) => data)

describe('the refund of the unsent parcels of a month', () => {
  test.each([
    [1, 1497, 499],
    [3, 1497, 1497],
    [2, 1000, 667],
  ])(
    'when %s of 3 are unsent of %s cents then %s cents are requested, once',
    async (unsent, amountCents, share) => {
      const { invoiceId, load, withdraw } = await paidMonth({ amountCents })
      for (const _ of [1, 2]) await withdraw(unsent)
      const order = await load()
      expect(order.refunds).toMatchObject([{ amountCents: share, status: 'pending', by: 'customer' }])
      expect(requested(order)).toMatchObject([
        { invoiceId, amountCents: share, refundId: order.refunds?.[0]?.id },
      ])
    },
  )

  test('when most of the month was refunded before then only the rest is refunded', async () => {
    const { load, withdraw } = await paidMonth()
    const id = String((await load())._id)
    expect((await shop.refundOrder(id, { amount: '10.00' })).status).toBe(201)
    await withdraw(3)
    expect((await load()).refunds?.map(({ amountCents }) => amountCents)).toEqual([1000, 497])
  })

  test('when the payment is not known here then it is a task for the operator, and nothing is requested', async () => {
    const { load, withdraw } = await paidMonth({ paymentIntentId: null })
    await withdraw(2)
    const order = await load()
    expect(order).toMatchObject({ refunds: [{ amountCents: 998, status: 'failed' }], taskCount: 1 })
    expect(requested(order)).toEqual([])
  })
})
