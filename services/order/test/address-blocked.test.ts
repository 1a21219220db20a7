import { newCustomer } from '@prankpost/service-kit/testing'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { handlers } from '../src/events.ts'
import { importOrders } from '../src/use-cases/import-orders.ts'
import { withdrawBlocked } from '../src/use-cases/withdraw-blocked.ts'
import { emitters, item } from './fixture.ts'
import { guestOrder, importOne } from './imported-orders.ts'
import { startShop } from './shop.ts'

const shop = await startShop()
const { deliver } = await shop.consume()
afterAll(() => shop.close())
const { consent, load, orders, reported } = shop

/** The stand-in's digest of the address of `item()`. */
const digest = 'digest of 1 Garden Path 97477'
const elsewhere = { contactAddress: '2 Pond Lane', contactName: 'Penelope Penguin' }
const blocked = { kind: 'blocked' } as const
const addressBlocked = (of = digest) =>
  emitters.consent('address-blocked', 'f0'.repeat(12), { digest: of, at: new Date().toISOString() })

beforeEach(() => consent.reset())

describe('address-blocked', () => {
  test('when the only parcel of a paid order goes there then the order is cancelled and refunded once, however often it is delivered', async () => {
    const { id } = await shop.paidOrder()
    await deliver(addressBlocked())
    await deliver(addressBlocked())
    const order = await load(id)
    expect(order).toMatchObject({ status: 'cancelled', cancellation: { by: 'operator' } })
    expect(order.refunds).toMatchObject([{ amountCents: 499, status: 'pending' }])
    expect(order.items[0]?.withdrawnAt).toBeInstanceOf(Date)
    expect(await reported(id)).toEqual(['refund-requested', 'order-cancelled', 'order-status-changed'])
  })

  test('when an order there cannot be changed then the others are withdrawn all the same, and the event is retried for that one', async () => {
    const [broken, next] = [await shop.paidOrder(), await shop.paidOrder()]
    // Not delivered: the retry of a failed event would come during another test.
    const withdraw = () => withdrawBlocked({ digest }, shop.deps)
    const setName = (name: string) => orders.updateOne({ _id: broken.id }, { 'items.0.contact.name': name })
    // No event can contain it.
    await setName('x'.repeat(501))
    await expect(withdraw()).rejects.toThrow()
    const { status, revision } = await load(next.id)
    expect([status, (await load(broken.id)).status]).toEqual(['cancelled', 'paid'])
    await setName('Gerald Snail')
    await withdraw()
    expect((await load(broken.id)).status).toBe('cancelled')
    expect((await load(next.id)).revision).toBe(revision)
  })

  test('when an imported order cannot be checked then other imported ones and those to the address are withdrawn all the same', async () => {
    const there = await shop.paidOrder({ items: [item(elsewhere)] })
    consent.refusals.set(digest, blocked)
    const [broken, next] = [await importOne(shop, 'paid'), await importOne(shop, 'paid')]
    const setName = (name: string) => orders.updateOne({ _id: broken }, { 'items.0.contact.name': name })
    await setName('x'.repeat(501))
    const { data } = addressBlocked('digest of 2 Pond Lane 97477')
    const handle = async () => handlers(shop.deps)['address-blocked']({ data } as never)
    await expect(handle()).rejects.toThrow()
    const statuses = async () =>
      Promise.all([there.id, next, broken].map(async (id) => (await load(id)).status))
    expect(await statuses()).toEqual(['cancelled', 'cancelled', 'paid'])
    await setName('Gerald Snail')
    await handle()
    expect(await statuses()).toEqual(['cancelled', 'cancelled', 'cancelled'])
    expect((await load(broken)).lacksDigests).toBeUndefined()
  })

  test('when another parcel goes elsewhere then only this one is withdrawn and refunded', async () => {
    const items = [item(), item(elsewhere)]
    const { id } = await shop.paidOrder({ items, total: 9.98 })
    await deliver(addressBlocked())
    await deliver(addressBlocked())
    const order = await load(id)
    expect(order.status).toBe('paid')
    expect(order.items.map(({ withdrawnAt }) => Boolean(withdrawnAt))).toEqual([true, false])
    expect(order.refunds).toMatchObject([{ amountCents: 499, shares: [{ itemId: '1', cents: 499 }] }])
    expect(await reported(id)).toEqual(['refund-requested', 'order-parcels-changed'])
  })

  test('when a house is listed then the parcels to its units are withdrawn; when a unit is, then that one only', async () => {
    const [one, other] = [item({ contactAddress2: 'Apt 1' }), item({ contactAddress2: 'Apt 2' })]
    const { id } = await shop.paidOrder({ items: [one, other, item(elsewhere)], total: 14.97 })
    const withdrawn = async () => (await load(id)).items.map(({ withdrawnAt }) => Boolean(withdrawnAt))
    await deliver(addressBlocked(`${digest}:Apt 2`))
    expect(await withdrawn()).toEqual([false, true, false])
    await deliver(addressBlocked())
    expect(await withdrawn()).toEqual([true, true, false])
  })

  test('when its other parcel was sent then the order is shipped once the last one is withdrawn, and announced so', async () => {
    const { id } = await shop.paidOrder({ items: [item(), item(elsewhere)], total: 9.98 })
    await shop.changeParcels(id, [{ parcelId: `${id}-2`, action: 'ship' }])
    expect((await load(id)).status).toBe('processing')
    const before = (await reported(id)).length
    for (const _ of [1, 2]) await deliver(addressBlocked())
    const order = await load(id)
    expect(order).toMatchObject({ status: 'shipped', sentAt: expect.any(Date), packedAt: expect.any(Date) })
    expect(order.cancellation).toBeUndefined()
    expect(order.statusHistory.at(-1)).toMatchObject({ status: 'shipped', actor: 'admin' })
    expect(order.refunds).toMatchObject([{ amountCents: 499, shares: [{ itemId: '1', cents: 499 }] }])
    expect((await reported(id)).slice(before)).toEqual([
      ...['refund-requested', 'order-parcels-changed', 'order-status-changed'],
    ])
  })

  test('when the parcel is packed then it is withdrawn, too; when it was sent then it stays', async () => {
    const packed = await shop.paidOrder()
    await shop.pack([packed.id])
    const sent = await shop.paidOrder()
    await shop.setStatus(sent.id, 'shipped')
    await deliver(addressBlocked())
    expect((await load(packed.id)).status).toBe('cancelled')
    expect(await load(sent.id)).toMatchObject({ status: 'shipped', items: [{ withdrawnAt: null }] })
    expect((await load(sent.id)).refunds).toBeUndefined()
  })

  test('when the order is not paid then it stays, and is withdrawn by the event after its payment', async () => {
    const orderId = await shop.place()
    await deliver(addressBlocked())
    expect((await load(orderId)).status).toBe('pending')
    await shop.pay(orderId)
    await deliver(addressBlocked())
    expect((await load(orderId)).status).toBe('cancelled')
  })

  test('when a dispute about the payment is open then the parcel is withdrawn and the refund is a task of the operator', async () => {
    const { id } = await shop.paidOrder()
    const dispute = {
      id: 'dp_1',
      status: 'open' as const,
      reason: 'fraudulent',
      amountCents: 499,
      closedAt: null,
    }
    await orders.updateOne({ _id: id }, { $set: { disputes: [{ ...dispute, openedAt: new Date() }] } })
    await deliver(addressBlocked())
    const order = await load(id)
    expect(order.items[0]?.withdrawnAt).toBeInstanceOf(Date)
    expect(order.refunds).toMatchObject([{ amountCents: 499, status: 'failed' }])
    expect(await reported(id)).toEqual(['order-parcels-changed'])
    // The bank decides for the shop, and the operator refunds.
    await orders.updateOne({ _id: id }, { 'disputes.0.status': 'won', 'disputes.0.closedAt': new Date() })
    expect((await shop.refundOrder(id, { itemIds: ['1'] })).status).toBe(201)
    const ended = await load(id)
    expect(ended).toMatchObject({ status: 'cancelled', cancellation: { by: 'operator' } })
    expect(ended.refunds?.[1]).toMatchObject({ amountCents: 499, shares: [{ itemId: '1', cents: 499 }] })
    expect((await reported(id)).slice(1)).toEqual([
      ...['refund-requested', 'order-cancelled', 'order-status-changed'],
    ])
  })

  test('when the payment is not known yet then the refund is a task of the operator, also once the payment arrives', async () => {
    const id = await shop.place(newCustomer(), [item(), item(elsewhere)], 9.98)
    await shop.setStatus(id, 'paid')
    await deliver(addressBlocked())
    await shop.pay(id)
    expect(await load(id)).toMatchObject({
      status: 'paid',
      taskCount: 1,
      refunds: [{ amountCents: 499, status: 'failed' }],
    })
  })

  test('when it was its only parcel then the refund after the payment arrived cancels the order, once', async () => {
    const id = await shop.place()
    await shop.setStatus(id, 'paid')
    await deliver(addressBlocked())
    await shop.pay(id)
    expect((await load(id)).status).toBe('paid')
    const key = { 'idempotency-key': 'the refund' }
    const answers = [await shop.refundOrder(id, {}, key), await shop.refundOrder(id, {}, key)]
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect(answers[1]?.body.refundId).toBe(answers[0]?.body.refundId)
    const order = await load(id)
    expect(order).toMatchObject({ status: 'cancelled', returnedCents: 499 })
    expect(order.refunds).toHaveLength(2)
    expect((await reported(id)).filter((type) => type === 'order-cancelled')).toHaveLength(1)
  })

  test('when an imported order is waiting to be shipped there then it gets its digest and is withdrawn', async () => {
    const guest = guestOrder('paid')
    await importOrders([guest], shop.deps)
    await deliver(addressBlocked())
    const order = await orders.findOne({ externalId: guest.externalId }).lean()
    expect(order).toMatchObject({ status: 'cancelled', items: [{ addressDigest: digest }] })
    expect(order?.lacksDigests).toBeUndefined()
    expect(order?.items[0]?.withdrawnAt).toBeInstanceOf(Date)
  })
})
