import { unavailable } from '@prankpost/service-kit'
import { newCustomer, newId } from '@prankpost/service-kit/testing'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { hoursAgo, startShop, twoItems, twoItemsTotal } from './shop.ts'

const shop = await startShop()
const makeRefund = shop.others.refund
afterEach(() => {
  shop.others.refund = makeRefund
})
afterAll(() => shop.close())

const cancelAsOperator = (id: string, reason = 'Sold out') =>
  shop.operator('POST', `/api/admin/orders/${id}/cancel`, { reason })

describe("the customer's cancellation", () => {
  test('when the order is paid and not packed then it is cancelled, withdrawn and refunded, in one write', async () => {
    const { id, as } = await shop.paidOrder({ items: twoItems, total: twoItemsTotal })
    expect((await shop.read(id, as)).can).toMatchObject({ cancel: true })
    const { revision } = await shop.load(id)
    const { status, body } = await shop.cancel(id, as)
    expect([status, body.refund]).toEqual([200, { amount: '29.99', status: 'succeeded' }])
    const stored = await shop.load(id)
    // The cancellation, and the outcome of the refund.
    expect(stored.revision).toBe(revision + 2)
    expect(stored).toMatchObject({
      status: 'cancelled',
      returnedCents: 2999,
      taskCount: 0,
      refundPendingAt: null,
    })
    expect(stored.items.every(({ withdrawnAt }) => withdrawnAt)).toBe(true)
    expect(await shop.reported(id)).toEqual(['refund-requested', 'order-cancelled', 'order-status-changed'])
    expect(await shop.lastEvent(id, 'order-status-changed')).toMatchObject({
      from: 'paid',
      to: 'cancelled',
      actor: 'customer',
      current: { parcelsRevision: 1, parcels: [{ isWithdrawn: true }, { isWithdrawn: true }] },
    })
    expect(await shop.lastEvent(id, 'order-cancelled')).toMatchObject({ by: 'customer', refundCents: 2999 })
    expect(await shop.lastEvent(id, 'refund-requested')).toEqual(
      shop.refundRequests.find(({ orderId }) => orderId === id),
    )
  })

  test('when it is repeated then the answer is the same, and there is one refund', async () => {
    const { id, as } = await shop.paidOrder()
    const answers = await Promise.all(Array.from({ length: 5 }, () => shop.cancel(id, as)))
    for (const { status, body } of answers) {
      expect([status, body.refund.amount]).toEqual([200, '4.99'])
    }
    expect((await shop.cancel(id, as)).body).toEqual({
      message: expect.stringContaining('$4.99'),
      refund: { amount: '4.99', status: 'succeeded' },
    })
    expect((await shop.load(id)).refunds).toHaveLength(1)
    expect(await shop.reported(id)).toHaveLength(3)
  })

  test('when payment is down then the refund is pending, and the next call asks payment again', async () => {
    shop.others.refund = async () => {
      throw unavailable()
    }
    const { id, as } = await shop.paidOrder()
    expect((await shop.cancel(id, as)).body.refund).toEqual({ amount: '4.99', status: 'pending' })
    expect((await shop.load(id)).refundPendingAt).toBeInstanceOf(Date)
    shop.others.refund = makeRefund
    expect((await shop.cancel(id, as)).body.refund).toEqual({ amount: '4.99', status: 'succeeded' })
    const requests = shop.refundRequests.filter(({ orderId }) => orderId === id)
    expect(new Set(requests.map(({ refundId }) => refundId)).size).toBe(1)
  })

  test('when the operator refunded all of it before then nothing is refunded again', async () => {
    const { id, as } = await shop.paidOrder()
    await shop.refundOrder(id, {})
    const { status, body } = await shop.cancel(id, as)
    expect([status, body.refund]).toEqual([200, { amount: '0.00', status: 'succeeded' }])
    expect(await shop.reported(id)).toEqual(['refund-requested', 'order-cancelled', 'order-status-changed'])
    expect((await shop.cancel(id, as)).body).toEqual(body)
  })

  test.each([
    [
      '2 hours and a minute after payment',
      'within 2 hours',
      (id: string) => shop.orders.updateOne({ _id: id }, { paidAt: hoursAgo(2 + 1 / 60) }),
    ],
    ['it is packed', 'packed already', (id: string) => shop.pack([id])],
    ['it is processing', 'packed already', (id: string) => shop.setStatus(id, 'processing')],
    [
      'it was processing',
      'packed already',
      async (id: string) => {
        await shop.setStatus(id, 'processing')
        await shop.setStatus(id, 'paid')
      },
    ],
    ['it was sent', 'sent already', (id: string) => shop.setStatus(id, 'shipped')],
    [
      'it was sent and set back',
      'sent already',
      async (id: string) => {
        await shop.setStatus(id, 'shipped')
        await shop.setStatus(id, 'paid')
      },
    ],
    [
      'it was not paid by card',
      'not paid by card',
      (id: string) => shop.orders.updateOne({ _id: id }, { paymentIntentId: null }),
    ],
  ])('when %s then it is a 409 that says why, and nothing changes', async (_when, why, prepare) => {
    const { id, as } = await shop.paidOrder()
    await prepare(id)
    const before = await shop.load(id)
    expect((await shop.read(id, as)).can.cancel).toBe(false)
    const { status, body } = await shop.cancel(id, as)
    expect([status, body.message]).toEqual([409, expect.stringContaining(why)])
    expect(body.message).toContain('support page')
    expect({ ...(await shop.load(id)), outbox: [], outboxDueAt: 0 }).toEqual({
      ...before,
      outbox: [],
      outboxDueAt: 0,
    })
  })

  test('when the 2 hours are not over then it is cancelled', async () => {
    const { id, as } = await shop.paidOrder({ paidAt: hoursAgo(1.98) })
    expect((await shop.cancel(id, as)).status).toBe(200)
  })

  test("when the order is unpaid, another customer's or a plan's then it is refused", async () => {
    const as = newCustomer()
    const unpaid = await shop.place(as)
    expect((await shop.cancel(unpaid, as)).body.message).toContain('not paid')
    expect((await shop.cancel(unpaid, newCustomer())).status).toBe(404)
    expect((await shop.cancel(newId(), as)).status).toBe(404)
    const { id, as: owner } = await shop.paidOrder()
    await shop.orders.updateOne({ _id: id }, { type: 'monthly' })
    expect(await shop.cancel(id, owner)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('plan') },
    })
  })
})

describe("the operator's cancellation", () => {
  test('when the order is packed and old then it is cancelled and refunded all the same', async () => {
    const { id } = await shop.paidOrder({ paidAt: hoursAgo(100) })
    await shop.setStatus(id, 'processing')
    const first = await cancelAsOperator(id)
    expect([first.status, first.body.refund]).toEqual([200, { amount: '4.99', status: 'succeeded' }])
    expect((await cancelAsOperator(id, 'Again')).body).toEqual(first.body)
    expect((await shop.load(id)).cancellation).toMatchObject({ by: 'operator', reason: 'Sold out' })
    const { body } = await shop.operator('GET', `/api/admin/orders?q=${id}`)
    expect(body.items[0]).toMatchObject({
      status: 'cancelled',
      refunded: '4.99',
      cancellation: { by: 'operator', reason: 'Sold out' },
      refunds: [{ amount: '4.99', status: 'succeeded', by: 'operator', reason: 'Sold out' }],
      items: [{ status: 'cancelled' }],
    })
  })

  test('when everything was sent then it is a 409', async () => {
    const { id } = await shop.paidOrder()
    await shop.setStatus(id, 'shipped')
    expect(await cancelAsOperator(id)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('sent') },
    })
  })

  test('when one parcel was sent then only the others are withdrawn and refunded, and the order is shipped', async () => {
    const { id } = await shop.paidOrder({ items: twoItems, total: twoItemsTotal })
    await shop.orders.updateOne({ _id: id }, { status: 'processing', 'items.0.shippedAt': new Date() })
    expect((await cancelAsOperator(id)).body.refund.amount).toBe('25.00')
    const { status, items } = await shop.load(id)
    expect([status, items.map(({ withdrawnAt }) => Boolean(withdrawnAt))]).toEqual(['shipped', [false, true]])
    expect(await shop.reported(id)).toEqual([
      ...['refund-requested', 'order-cancelled', 'order-parcels-changed', 'order-status-changed'],
    ])
  })

  test('when the order was not paid here then it is cancelled, and nothing is refunded', async () => {
    const { id } = await shop.paidOrder()
    await shop.orders.updateOne({ _id: id }, { paymentIntentId: null })
    expect((await cancelAsOperator(id)).body.refund).toEqual({ amount: '0.00', status: 'succeeded' })
    expect(await shop.load(id)).toMatchObject({ status: 'cancelled', returnedCents: 499 })
    // Its payment arrives after all: the money goes back.
    await shop.pay(id)
    expect((await shop.load(id)).refunds).toMatchObject([{ amountCents: 499, status: 'pending' }])
    expect((await shop.reported(id)).at(-1)).toBe('refund-requested')
  })

  test('when a part was sent before the payment arrived then its arrival refunds the withdrawn parcels, once', async () => {
    const id = await shop.place(newCustomer(), twoItems, twoItemsTotal)
    await shop.setStatus(id, 'paid')
    await shop.changeParcels(id, [{ parcelId: `${id}-1`, action: 'ship' }])
    expect((await cancelAsOperator(id)).body.refund.amount).toBe('0.00')
    for (const _ of [1, 2]) await shop.pay(id)
    expect(await shop.load(id)).toMatchObject({
      status: 'shipped',
      returnedCents: 2500,
      refunds: [{ amountCents: 2500, status: 'pending', shares: [{ itemId: '2', cents: 2500 }] }],
    })
    expect((await shop.reported(id)).filter((type) => type === 'refund-requested')).toHaveLength(1)
  })

  test('when the order is unpaid, unknown or a plan month, or there is no reason then it is refused', async () => {
    const unpaid = await shop.place()
    expect((await cancelAsOperator(unpaid)).status).toBe(409)
    expect((await cancelAsOperator(newId())).status).toBe(404)
    expect((await cancelAsOperator(unpaid, ' ')).status).toBe(400)
    const { id } = await shop.paidOrder()
    await shop.orders.updateOne({ _id: id }, { type: 'monthly' })
    expect((await cancelAsOperator(id)).body.message).toContain('end the plan')
  })
})

describe('a cancelled order', () => {
  test.each(['pending', 'paid', 'processing', 'shipped', 'delivered'])(
    'when the operator sets it to %s then it is a 409',
    async (status) => {
      const { id, as } = await shop.paidOrder()
      await shop.cancel(id, as)
      expect(await shop.setStatus(id, status)).toMatchObject({ status: 409 })
      expect((await shop.load(id)).status).toBe('cancelled')
    },
  )

  test('when it is in the history then it says so, and no delivery is expected', async () => {
    const { id, as } = await shop.paidOrder()
    await shop.cancel(id, as)
    const { body } = await shop.call('GET', '/api/prank-history', { as })
    expect(body).toMatchObject([{ orderId: id, status: 'cancelled', estimatedDelivery: null }])
  })
})
