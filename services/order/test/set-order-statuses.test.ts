import { updateStatusesAnswer } from '@prankpost/contracts'
import { newCustomer, newId } from '@prankpost/service-kit/testing'
import { afterAll, describe, expect, test } from 'vitest'
import { cart, startFixture } from './fixture.ts'

const fixture = await startFixture()
afterAll(() => fixture.close())

const send = (body: unknown) => fixture.operator('POST', '/api/admin/orders/status', body)
const set = async (orderIds: string[], status: string) => {
  const { status: code, body } = await send({ orderIds, status })
  expect(code).toBe(200)
  return updateStatusesAnswer.parse(body).results
}
const order = async (): Promise<string> => {
  const body = cart(4.99)
  const placed = await fixture.call('POST', '/api/create-order-record', { as: newCustomer(), body })
  expect([placed.status, placed.body]).toEqual([201, { orderId: expect.any(String) }])
  return placed.body.orderId
}
const orders = (count: number) => Promise.all(Array.from({ length: count }, order))
const load = (orderId: string) => fixture.orders.findById(orderId).lean()
const emitted = async (orderId: string) => (await load(orderId))?.outbox.map(({ type }) => type)

describe('one status for a selection', () => {
  test('when twenty pending orders are set to shipped then each is shipped and has emitted its events', async () => {
    const ids = await orders(20)
    const results = await set(ids, 'shipped')
    expect(results).toEqual(ids.map((orderId) => ({ orderId, outcome: 'changed', message: null })))
    const stored = await fixture.orders.find({ _id: { $in: ids } }).lean()
    for (const { status, paidAt, outbox, statusHistory } of stored) {
      expect([status, paidAt]).toEqual(['shipped', expect.any(Date)])
      expect(outbox.map(({ type }) => type)).toEqual(['order-paid', 'order-status-changed'])
      expect(statusHistory.at(-1)).toMatchObject({ status: 'shipped', actor: 'admin' })
    }
  })

  test('when the same selection is sent again then nothing changes', async () => {
    const ids = await orders(3)
    await set(ids, 'paid')
    const before = await Promise.all(ids.map(load))
    const again = await set(ids, 'paid')
    expect(again.map(({ outcome }) => outcome)).toEqual(['unchanged', 'unchanged', 'unchanged'])
    expect(await Promise.all(ids.map(load))).toEqual(before)
  })

  test('when one of them does not exist then only that one fails, in its place, with a message', async () => {
    const [first, second] = (await orders(2)) as [string, string]
    const lost = newId()
    expect(await set([second, lost, first], 'processing')).toEqual([
      { orderId: second, outcome: 'changed', message: null },
      { orderId: lost, outcome: 'failed', message: 'There is no such order.' },
      { orderId: first, outcome: 'changed', message: null },
    ])
  })

  test('when an order is further than the operator has seen then it is not moved back, one by one neither; forward it goes', async () => {
    const [shipped, printed, seenShipped] = (await orders(3)) as [string, string, string]
    await set([shipped, seenShipped], 'shipped')
    await set([printed], 'processing')
    const message = 'This order is shipped now. Check it before you set an earlier status.'
    const seen = { [shipped]: 'paid', [printed]: 'pending', [seenShipped]: 'shipped' }
    const { body } = await send({ orderIds: [shipped, printed, seenShipped], status: 'processing', seen })
    expect(body.results).toEqual([
      { orderId: shipped, outcome: 'failed', message },
      { orderId: printed, outcome: 'unchanged', message: null },
      { orderId: seenShipped, outcome: 'changed', message: null },
    ])
    const setOne = (id: string, change: object) =>
      fixture.operator('PATCH', `/api/admin/orders/${id}/status`, change)
    expect((await setOne(shipped, { status: 'pending', seen: 'paid' })).body).toMatchObject({ message })
    expect((await setOne(shipped, { status: 'delivered', seen: 'paid' })).status).toBe(200)
    expect((await setOne(shipped, { status: 'paid', seen: 'delivered' })).status).toBe(200)
    expect((await setOne(printed, { status: 'paid' })).status).toBe(200)
  })

  test('when one of them cannot be written then the others are, and the answer hides the internal error', async () => {
    const [good, bad] = (await orders(2)) as [string, string]
    // A damaged item, for which no event can be built.
    await fixture.orders.collection.updateOne({ _id: (await load(bad))?._id as never }, {
      $set: { items: [{ id: '1' }] },
      $inc: { revision: 1 },
    } as never)
    expect(await set([bad, good], 'paid')).toEqual([
      { orderId: bad, outcome: 'failed', message: 'This order could not be changed. Please try again.' },
      { orderId: good, outcome: 'changed', message: null },
    ])
    expect((await load(bad))?.status).toBe('pending')
  })

  test('when the database becomes unavailable midway then it is a 503, and the same call again completes the rest', async () => {
    const ids = await orders(12)
    const { outbox } = fixture.deps
    let left = 5
    fixture.deps.outbox = {
      ...outbox,
      change: (filter, decide) =>
        left-- > 0
          ? outbox.change(filter, decide)
          : Promise.reject(Object.assign(new Error('the connection is gone'), { name: 'MongoNetworkError' })),
    }
    const { status, body } = await send({ orderIds: ids, status: 'paid' })
    fixture.deps.outbox = outbox
    expect([status, body.code]).toEqual([503, 'unavailable'])
    const outcomes = (await set(ids, 'paid')).map(({ outcome }) => outcome)
    expect(outcomes).not.toContain('failed')
    for (const id of ids) expect(await emitted(id)).toEqual(['order-paid', 'order-status-changed'])
  })

  test('when an order is listed twice then it is changed once, and both places have the same result', async () => {
    const [twice, once] = (await orders(2)) as [string, string]
    const results = await set([twice, once, twice], 'paid')
    expect(results.map(({ orderId, outcome }) => [orderId, outcome])).toEqual([
      [twice, 'changed'],
      [once, 'changed'],
      [twice, 'changed'],
    ])
    expect(await emitted(twice)).toEqual(['order-paid', 'order-status-changed'])
  })

  test('when two overlapping selections are sent at once then order-paid is emitted once for each order', async () => {
    const ids = await orders(20)
    await Promise.all([set(ids, 'paid'), set(ids.toReversed(), 'delivered')])
    for (const stored of await Promise.all(ids.map(load))) {
      expect(stored?.outbox.filter(({ type }) => type === 'order-paid')).toHaveLength(1)
      expect(stored?.status).toBe(stored?.statusHistory.at(-1)?.status)
    }
  })

  test.each([
    ['no orders', { orderIds: [], status: 'paid' }],
    ['201 orders', { orderIds: Array.from({ length: 201 }, newId), status: 'paid' }],
    ['an invalid id', { orderIds: ['x'], status: 'paid' }],
    ['an injection object as id', { orderIds: [{ $ne: null }], status: 'paid' }],
    ['no list', { orderIds: newId(), status: 'paid' }],
    ['a status that only payment sets', { orderIds: [newId()], status: 'payment_failed' }],
    ['a status that cannot be set', { orderIds: [newId()], status: 'cancelled' }],
    ['an unknown status', { orderIds: [newId()], status: 'lost' }],
    ['no status', { orderIds: [newId()] }],
  ])('when there is %s then it is a 400', async (_what, body) => {
    const { status, body: answer } = await send(body)
    expect([status, answer.code]).toEqual([400, 'invalid'])
  })
})
