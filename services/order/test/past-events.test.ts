import { pastEvents } from '@prankpost/contracts'
import { createInternalClient, pagesOf } from '@prankpost/service-kit'
import { explainQueries, newCustomer, newId, testServiceKeys } from '@prankpost/service-kit/testing'
import { afterAll, describe, expect, test } from 'vitest'
import { markOrderPaid } from '../src/use-cases/mark-order-paid.ts'
import { newCart, startFixture } from './fixture.ts'

const fixture = await startFixture()
afterAll(() => fixture.close())

const internal = createInternalClient({
  from: 'subscription-logs',
  to: 'order',
  urls: [fixture.url],
  privateKey: testServiceKeys.privateKey,
})

async function readAll(ownerIds: string[], limit = 100) {
  const query = { ownerIds: ownerIds.join(), limit: String(limit) }
  const pages = await Array.fromAsync(pagesOf(internal, '/internal/past-events', pastEvents, query))
  return pages.flatMap(({ events }) => events)
}

/** Places an order, paid or not. Returns its id. */
async function order(as: ReturnType<typeof newCustomer>, isPaid = true): Promise<string> {
  const { body } = await fixture.call('POST', '/api/create-order-record', { as, body: newCart() })
  const paidAt = new Date().toISOString()
  const payment = { orderId: body.orderId, sessionId: 'cs_1', paymentIntentId: 'pi_1', amountCents: 499 }
  if (isPaid) await markOrderPaid({ ...payment, paidAt }, fixture.deps)
  return body.orderId
}

describe('past events', () => {
  test('when customers have paid orders then each event is returned once, as it was announced, page by page', async () => {
    const [ann, bob, other] = [newCustomer(), newCustomer(), newCustomer()]
    const paid = [await order(ann), await order(bob), await order(ann)]
    await order(other)
    await order(ann, false)
    const announced = await fixture.orders
      .find({ _id: { $in: paid } })
      .sort({ _id: 1 })
      .lean()
    const expected = announced.map(({ outbox: [event] }) => [event?.type, event?.subject, event?.data])
    for (const limit of [1, 2, 100]) {
      const events = await readAll([ann.id, bob.id], limit)
      expect(events.map(({ type, subject, data }) => [type, subject, data])).toEqual(expected)
      expect(events.map(({ id }) => id)).toEqual(paid)
    }
  })

  test('when an order was imported then it is left out, even after its customer has recovered it', async () => {
    const ann = newCustomer()
    const id = await order(ann)
    await fixture.orders.updateOne({ _id: id }, { $set: { externalId: newId() } })
    expect(await readAll([ann.id])).toEqual([])
  })

  test('when they are read then an index is used', async () => {
    const ann = newCustomer()
    await order(ann)
    const [served] = await explainQueries(fixture.connection, () => readAll([ann.id]))
    expect(served?.stages.join()).toMatch(/IXSCAN/)
    expect(served?.documentsRead).toBe(1)
  })

  test('when the call names no customers then it is refused', async () => {
    await expect(internal.get('/internal/past-events', pastEvents)).rejects.toThrow()
    await expect(internal.get('/internal/past-events?ownerIds=x', pastEvents)).rejects.toThrow()
  })
})
