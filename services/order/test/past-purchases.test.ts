import { pastPurchases } from '@prankpost/contracts'
import { newCustomer, newId } from '@prankpost/service-kit/testing'
import { afterAll, expect, test } from 'vitest'
import { cart, startFixture } from './fixture.ts'

const fixture = await startFixture()
afterAll(() => fixture.close())

const read = (query: string) =>
  fixture.clientFor('reporting').get(`/internal/past-purchases?${query}`, pastPurchases)

test('when all purchases are read then each paid order is described once, page by page, without names', async () => {
  const ids: string[] = []
  for (let n = 0; n < 3; n++) {
    const { body } = await fixture.call('POST', '/api/create-order-record', {
      as: newCustomer(),
      body: cart(4.99),
    })
    ids.push(body.orderId)
  }
  const [paid = '', , shipped = ''] = ids
  const at = new Date('2026-01-02T03:04:05.000Z')
  const refund = { id: newId(), amountCents: 99, status: 'pending', by: 'operator', at, changedAt: at }
  const dispute = { id: 'dp_1', amountCents: 99, status: 'won', reason: 'fraudulent', openedAt: at }
  const closedAt = new Date('2026-01-03T03:04:05.000Z')
  const money = { refunds: [refund], disputes: [{ ...dispute, closedAt }] }
  await fixture.orders.updateOne({ _id: paid }, { $set: { status: 'paid', paidAt: at, ...money } })
  await fixture.orders.updateOne(
    { _id: shipped },
    { $set: { status: 'shipped', paidAt: at, 'items.0.shippedAt': at } },
  )
  const first = await read('limit=2')
  const second = await read(`limit=2&cursor=${first.nextCursor}`)
  expect(second.nextCursor).toBeNull()
  const [one, two, ...rest] = [...first.purchases, ...second.purchases]
  expect(rest).toEqual([])
  expect(one).toMatchObject({
    ...{ id: paid, type: 'once', paidAt: at.toISOString(), totalCents: 499, discountCode: null },
    refunds: [{ id: refund.id, cents: 99, status: 'pending', at: at.toISOString() }],
    disputes: [{ status: 'won', at: at.toISOString(), closedAt: closedAt.toISOString() }],
    parcels: [],
  })
  expect(one?.items).toMatchObject([{ quantity: 1, cents: 499 }])
  expect(two?.parcels).toMatchObject([{ quantity: 1, shippedAt: at.toISOString() }])
  const { items } = (await fixture.orders.findById(paid).lean()) ?? {}
  expect(JSON.stringify([one, two])).not.toContain(items?.[0]?.contact.name)
})
