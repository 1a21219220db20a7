import { orderStats } from '@prankpost/contracts'
import { explainQueries, newCustomer } from '@prankpost/service-kit/testing'
import { afterAll, expect, test } from 'vitest'
import { cart, startFixture } from './fixture.ts'

const fixture = await startFixture()
afterAll(() => fixture.close())

const ask = () => fixture.operator('GET', '/api/admin/order-stats')
const openOrders = async () => orderStats.parse((await ask()).body).openOrders

test('when open orders are counted then each status that waits for something has its number, read from an index', async () => {
  expect(await openOrders()).toEqual({ pending: 0, paid: 0, processing: 0, payment_failed: 0 })
  for (const status of ['pending', 'paid', 'paid', 'processing', 'payment_failed', 'shipped', 'cancelled']) {
    const { body } = await fixture.call('POST', '/api/create-order-record', {
      as: newCustomer(),
      body: cart(4.99),
    })
    await fixture.orders.updateOne({ _id: body.orderId }, { $set: { status } })
  }
  expect(await openOrders()).toEqual({ pending: 1, paid: 2, processing: 1, payment_failed: 1 })
  const served = await explainQueries(fixture.connection, openOrders)
  for (const { stages, documentsRead } of served) {
    expect(stages.join()).toMatch(/IXSCAN|COUNT_SCAN/)
    expect(documentsRead).toBe(0)
  }
})
