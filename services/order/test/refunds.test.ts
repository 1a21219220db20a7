import { digestOfOrders } from '@prankpost/contracts'
import { unavailable } from '@prankpost/service-kit'
import { newId } from '@prankpost/service-kit/testing'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { retryPendingRefund } from '../src/use-cases/retry-pending-refund.ts'
import { startShop, twoItems, twoItemsTotal } from './shop.ts'

const shop = await startShop()
const makeRefund = shop.others.refund
afterEach(() => {
  shop.others.refund = makeRefund
})
afterAll(() => shop.close())

const twoItemOrder = () => shop.paidOrder({ items: twoItems, total: twoItemsTotal })
const down = async () => {
  throw unavailable()
}

describe('a refund by the operator', () => {
  test('when there is no amount then everything that is left is refunded, and payment is called with it', async () => {
    const { id, as } = await twoItemOrder()
    const { status, body } = await shop.refundOrder(id, { amount: '9.99' })
    expect([status, body]).toEqual([
      201,
      { refundId: expect.any(String), amount: '9.99', status: 'succeeded' },
    ])
    expect((await shop.refundOrder(id, {})).body).toMatchObject({ amount: '20.00', status: 'succeeded' })
    expect(await shop.reported(id)).toEqual(['refund-requested', 'refund-requested'])
    const { paymentIntentId, status: orderStatus, returnedCents } = await shop.load(id)
    expect([orderStatus, returnedCents]).toEqual(['paid', 2999])
    expect(await shop.lastEvent(id, 'refund-requested')).toEqual({
      refundId: expect.any(String),
      orderId: id,
      planId: null,
      invoiceId: null,
      paymentIntentId,
      amountCents: 2000,
      by: 'operator',
      at: expect.any(String),
    })
    expect(await shop.read(id, as)).toMatchObject({ refunded: '29.99', total: '29.99', status: 'paid' })
  })

  test('when it is for items then it is their price, minus what earlier refunds of them took', async () => {
    const { id } = await twoItemOrder()
    expect((await shop.refundOrder(id, { itemIds: ['2'], amount: 5 })).body.amount).toBe('5.00')
    expect((await shop.refundOrder(id, { itemIds: ['2'] })).body.amount).toBe('20.00')
    expect((await shop.refundOrder(id, { itemIds: ['2'] })).status).toBe(409)
    expect((await shop.refundOrder(id, { itemIds: ['1', '2'] })).body.amount).toBe('4.99')
    expect((await shop.load(id)).refunds?.map(({ shares }) => shares)).toEqual([
      [{ itemId: '2', cents: 500 }],
      [{ itemId: '2', cents: 2000 }],
      [{ itemId: '1', cents: 499 }],
    ])
  })

  test.each([
    ['more than the payment', { amount: '30.00' }, 409],
    ['nothing', { amount: 0 }, 409],
    ['an item that the order does not have', { itemIds: ['3'] }, 404],
    ['a negative amount', { amount: -1 }, 400],
    ['no items at all', { itemIds: [] }, 400],
    ['no reason', { reason: ' ' }, 400],
  ])('when it is for %s then it is refused, and nothing changes', async (_what, body, status) => {
    const { id } = await twoItemOrder()
    expect((await shop.refundOrder(id, body)).status).toBe(status)
    expect((await shop.load(id)).refunds).toBeUndefined()
    expect(await shop.reported(id)).toEqual([])
  })

  test('when the order is unpaid, unknown, imported or was not paid by card then it is refused', async () => {
    expect((await shop.refundOrder(newId(), {})).status).toBe(404)
    expect((await shop.refundOrder(await shop.place(), {})).status).toBe(409)
    const { id } = await twoItemOrder()
    await shop.orders.updateOne({ _id: id }, { externalId: newId() })
    expect((await shop.refundOrder(id, {})).body.message).toContain('not paid through Stripe')
    await shop.orders.updateOne({ _id: id }, { $unset: { externalId: 1 }, $set: { paymentIntentId: null } })
    expect((await shop.refundOrder(id, {})).status).toBe(409)
  })

  test('when ten calls refund at the same time then their sum is not more than the payment', async () => {
    const { id } = await twoItemOrder()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => shop.refundOrder(id, { amount: '9.00' })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, ...Array(7).fill(409)])
    expect((await shop.load(id)).returnedCents).toBe(2700)
  })

  const digest = () => shop.clientFor('notification').get('/internal/digest', digestOfOrders)

  test('when Stripe refuses it then it is a task until the operator marks it as handled, and may be tried again', async () => {
    shop.others.refund = async () => ({
      status: 'failed',
      stripeRefundId: null,
      failureReason: 'expired_card',
    })
    const { id } = await twoItemOrder()
    const { body } = await shop.refundOrder(id, {})
    expect(body).toMatchObject({ amount: '29.99', status: 'failed' })
    expect(await shop.load(id)).toMatchObject({ returnedCents: 0, taskCount: 1 })
    const tasks = (await shop.operator('GET', '/api/admin/order-tasks')).body
    expect(tasks.total).toBe(1)
    expect(tasks.items).toMatchObject([
      { kind: 'refund-failed', orderId: id, amount: '29.99', detail: 'expired_card' },
    ])
    expect(await digest()).toEqual({ disputes: 0, failedRefunds: 1 })
    shop.others.refund = makeRefund
    expect((await shop.refundOrder(id, {})).body.status).toBe('succeeded')
    const resolve = (refundId: string) =>
      shop.operator('PATCH', `/api/admin/orders/${id}/refunds/${refundId}`, { resolved: true })
    const first = await resolve(body.refundId)
    expect([first.status, first.body.refunds[0].resolvedAt]).toEqual([200, expect.any(String)])
    expect((await resolve(body.refundId)).body.refunds).toEqual(first.body.refunds)
    expect((await shop.operator('GET', '/api/admin/order-tasks')).body).toEqual({ items: [], total: 0 })
    expect(await digest()).toEqual({ disputes: 0, failedRefunds: 0 })
    expect((await resolve(newId())).status).toBe(404)
    expect((await resolve(first.body.refunds[1].id)).status).toBe(409)
  })
})

describe('the idempotency key', () => {
  test('when the same call is repeated then it returns the first refund', async () => {
    const { id } = await twoItemOrder()
    const key = { 'idempotency-key': 'refund of Tuesday' }
    const answers = await Promise.all([1, 2, 3].map(() => shop.refundOrder(id, { amount: '5.00' }, key)))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(new Set(answers.map(({ body }) => body.refundId)).size).toBe(1)
    expect((await shop.refundOrder(id, { amount: '5.00' }, key)).body).toEqual({
      refundId: answers[0]?.body.refundId,
      amount: '5.00',
      status: 'succeeded',
    })
    expect((await shop.load(id)).returnedCents).toBe(500)
    expect((await shop.refundOrder(id, { amount: '6.00' }, key)).status).toBe(409)
    expect((await shop.refundOrder(id, { amount: '5.00' }, { 'idempotency-key': 'another' })).status).toBe(
      201,
    )
  })

  test.each(['x'.repeat(256), 'K\u00e4se', ''])('when it is %j then it is a 400', async (key) => {
    const { id } = await twoItemOrder()
    expect((await shop.refundOrder(id, {}, { 'idempotency-key': key })).status).toBe(400)
  })
})

describe('a refund that withdraws', () => {
  test('when it is for one of two items then only this one is withdrawn, and the other can be sent', async () => {
    const { id, as } = await twoItemOrder()
    expect((await shop.refundOrder(id, { itemIds: ['1'], withdraw: true })).body.amount).toBe('4.99')
    expect(await shop.reported(id)).toEqual(['refund-requested', 'order-parcels-changed'])
    expect(await shop.lastEvent(id, 'order-parcels-changed')).toMatchObject({
      orderId: id,
      parcelsRevision: 1,
      parcels: [{ parcelId: `${id}-1`, isWithdrawn: true }, { isWithdrawn: false }],
    })
    expect((await shop.setStatus(id, 'shipped')).status).toBe(200)
    expect((await shop.read(id, as)).items.map(({ status }: { status: string }) => status)).toEqual([
      'cancelled',
      'shipped',
    ])
  })

  test('when no parcel is left to send then the order is cancelled', async () => {
    const { id, as } = await twoItemOrder()
    await shop.refundOrder(id, { itemIds: ['1'], withdraw: true })
    const { body } = await shop.refundOrder(id, { withdraw: true, amount: '10.00' })
    expect(body).toMatchObject({ amount: '10.00', status: 'succeeded' })
    expect(await shop.load(id)).toMatchObject({ status: 'cancelled', returnedCents: 1499 })
    expect((await shop.reported(id)).slice(2)).toEqual([
      'refund-requested',
      'order-cancelled',
      'order-status-changed',
    ])
    expect((await shop.cancel(id, as)).body.refund).toEqual({ amount: '10.00', status: 'succeeded' })
  })

  test('when the other parcel was sent then the order is shipped', async () => {
    const { id } = await twoItemOrder()
    await shop.orders.updateOne({ _id: id }, { status: 'processing', 'items.1.shippedAt': new Date() })
    await shop.refundOrder(id, { itemIds: ['1'], withdraw: true })
    expect(await shop.load(id)).toMatchObject({ status: 'shipped', sentAt: expect.any(Date) })
    expect((await shop.reported(id)).slice(1)).toEqual(['order-parcels-changed', 'order-status-changed'])
  })

  test('when a parcel was sent then it is a 409, and nothing is refunded', async () => {
    const { id } = await twoItemOrder()
    await shop.setStatus(id, 'shipped')
    const { status, body } = await shop.refundOrder(id, { withdraw: true })
    expect([status, body.message]).toEqual([409, expect.stringContaining('sent already')])
    expect((await shop.load(id)).refunds).toBeUndefined()
    expect((await shop.refundOrder(id, {})).status).toBe(201)
  })
})

describe('a pending refund', () => {
  test('when payment was down then the sweep asks it again after 10 minutes, once', async () => {
    shop.others.refund = down
    const { id } = await twoItemOrder()
    expect((await shop.refundOrder(id, {})).body).toMatchObject({ amount: '29.99', status: 'pending' })
    expect(await retryPendingRefund(shop.deps)).toBe(false)
    await shop.orders.updateOne({ _id: id }, { refundPendingAt: new Date(Date.now() - 11 * 60_000) })
    expect(await retryPendingRefund(shop.deps)).toBe(true)
    expect(await retryPendingRefund(shop.deps)).toBe(false)
    shop.others.refund = makeRefund
    await shop.orders.updateOne({ _id: id }, { refundPendingAt: new Date(Date.now() - 11 * 60_000) })
    expect(await retryPendingRefund(shop.deps)).toBe(true)
    expect(await shop.load(id)).toMatchObject({ refunds: [{ status: 'succeeded' }], refundPendingAt: null })
  })
})
