import { customerOrders, deliveryRange, erasedAddress, refundAnswer } from '@prankpost/contracts'
import { eventOf, prankShipped } from '@prankpost/service-kit/testing'
import { afterAll, describe, expect, test } from 'vitest'
import { startShop, twoItems, twoItemsTotal } from './shop.ts'

const shop = await startShop()
afterAll(() => shop.close())

const usps = '9400111899223197428497'
const ship = (id: string, n: number, trackingNumber?: string) => ({
  parcelId: `${id}-${n}`,
  action: 'ship' as const,
  ...(trackingNumber && { trackingNumber }),
})
const twoParcels = () => shop.paidOrder({ items: twoItems, total: twoItemsTotal })
const outcomes = async (id: string, ...changes: Parameters<typeof shop.changeParcels>[1]) =>
  (await shop.changeParcels(id, changes))?.results.map(({ outcome, message }) => [outcome, message])

describe('parcels shipped from the queue', () => {
  test('when a part is shipped then the order is processing, and with its last parcel it is shipped; a repeat changes nothing', async () => {
    const { id, as } = await twoParcels()
    const first = await shop.changeParcels(id, [ship(id, 1, usps)])
    expect(first).toMatchObject({
      results: [{ outcome: 'changed' }],
      parcels: [
        { shippedAt: expect.any(String), carrier: 'USPS', trackingNumber: usps },
        { shippedAt: null },
      ],
    })
    expect(await shop.read(id, as)).toMatchObject({
      status: 'processing',
      items: [{ status: 'shipped' }, { status: 'packed' }],
    })
    expect((await shop.cancel(id, as)).status).toBe(409)
    expect(await outcomes(id, ship(id, 1))).toEqual([['unchanged', null]])
    expect(await outcomes(id, ship(id, 2))).toEqual([['changed', null]])
    expect((await shop.read(id, as)).status).toBe('shipped')
    const changed = ['order-parcels-changed', 'order-status-changed']
    expect(await shop.reported(id)).toEqual([...changed, ...changed])
  })

  test('when shipping and a cancellation meet then the parcels are either sent or refunded', async () => {
    for (let n = 0; n < 5; n++) {
      const { id, as } = await shop.paidOrder()
      const [answer, { status }] = await Promise.all([
        shop.changeParcels(id, [ship(id, 1)]),
        shop.operator('POST', `/api/admin/orders/${id}/cancel`, { reason: 'Changed their mind' }),
      ])
      const isSent = answer?.results[0]?.outcome === 'changed'
      expect(status).toBe(isSent ? 409 : 200)
      expect((await shop.read(id, as)).items[0].status).toBe(isSent ? 'shipped' : 'cancelled')
    }
  })

  test('when it is not paid, withdrawn, or unknown then it is refused with the reason', async () => {
    const unpaid = await shop.place()
    expect(await outcomes(unpaid, ship(unpaid, 1))).toEqual([['refused', 'This order is not paid.']])
    const { id, as } = await shop.paidOrder()
    await shop.cancel(id, as)
    const withdrawn = 'This parcel was withdrawn: it is not sent.'
    expect(await outcomes(id, ship(id, 1), ship(id, 7))).toEqual([
      ['refused', withdrawn],
      ['refused', 'Its order has no such parcel.'],
    ])
    const nobody = 'f'.repeat(24)
    expect(await outcomes(nobody, ship(nobody, 1))).toEqual([
      ['refused', 'Its order does not exist here yet.'],
    ])
  })
})

describe('a held parcel', () => {
  test('when the order is to be shipped then it is refused until the parcel is released', async () => {
    const { id, as } = await twoParcels()
    const parcelId = `${id}-2`
    await outcomes(id, { parcelId, action: 'hold', reason: 'Torn box' })
    expect(await outcomes(id, ship(id, 1), ship(id, 2))).toEqual([
      ['changed', null],
      ['refused', 'This parcel is held: Torn box'],
    ])
    expect((await shop.read(id, as)).items[1].status).toBe('held')
    expect(await shop.setStatus(id, 'shipped')).toMatchObject({ status: 409 })
    await outcomes(id, { parcelId, action: 'release' })
    expect((await shop.setStatus(id, 'shipped')).status).toBe(200)
  })
})

test('when an operator opens a customer then each parcel has the state that its own pages show', async () => {
  const { id, as } = await twoParcels()
  const packed = await shop.place(as)
  await shop.pay(packed)
  await shop.pack([packed])
  const unpaid = await shop.place(as)
  const disputed = await shop.place(as)
  await shop.pay(disputed)
  const dispute = { id: 'dp_1', status: 'open', reason: 'fraudulent', amountCents: 499, openedAt: new Date() }
  await shop.orders.updateOne({ _id: disputed }, { disputes: [{ ...dispute, closedAt: null }] })
  await outcomes(id, { parcelId: `${id}-2`, action: 'hold', reason: 'Torn box' })
  const path = `/internal/customer-records?ownerId=${as.id}&email=${as.email}`
  const orders = await shop.clientFor('auth').get(path, customerOrders)
  const states = new Map(orders.map((order) => [order.id, order.parcels.map(({ status }) => status)]))
  expect([id, packed, unpaid, disputed].map((one) => states.get(one))).toEqual([
    ['preparing', 'held'],
    ['packed'],
    ['waiting'],
    ['held'],
  ])
})

describe('a parcel that arrives or comes back', () => {
  test('when it is delivered twice and comes back then one mail is sent, and the order is shipped again', async () => {
    const { id, as } = await shop.paidOrder()
    const parcelId = `${id}-1`
    expect(await outcomes(id, { parcelId, action: 'deliver' })).toEqual([
      ['refused', 'This parcel was not shipped yet.'],
    ])
    await outcomes(id, ship(id, 1))
    const at = new Date(Date.now() + 60_000).toISOString()
    const deliver = { parcelId, action: 'deliver' as const, at }
    expect(await outcomes(id, deliver)).toEqual([['changed', null]])
    expect((await shop.read(id, as)).status).toBe('delivered')
    expect(await outcomes(id, deliver)).toEqual([['unchanged', null]])
    expect(await shop.lastEvent(id, 'parcel-delivered')).toMatchObject({ parcelId, deliveredAt: deliver.at })
    expect(await outcomes(id, { parcelId, action: 'return' })).toEqual([['changed', null]])
    expect((await shop.read(id, as)).status).toBe('shipped')
    expect((await shop.reported(id)).filter((type) => type === 'parcel-delivered')).toHaveLength(1)
  })
})

test('when the date of a delivery is before the latest sending, or more than a day ahead, then only that parcel is refused', async () => {
  const { id, as } = await twoParcels()
  const [first, second] = [`${id}-1`, `${id}-2`]
  const deliver = (parcelId: string, at: number) => ({
    ...{ parcelId, action: 'deliver' as const, at: new Date(at).toISOString() },
  })
  const firstSent = Date.now()
  await outcomes(id, ship(id, 1), ship(id, 2))
  await outcomes(id, { parcelId: first, action: 'return' })
  await outcomes(id, { parcelId: first, action: 'send-again' })
  await outcomes(id, ship(id, 1))
  const sentAt = (await shop.load(id)).items[0]?.shippedAt?.getTime() ?? 0
  const early = 'This parcel was sent later than that. Please check the date of the delivery.'
  const ahead = 'This date is in the future. Please check the date of the delivery.'
  for (const at of [Date.UTC(1026, 0, 2), firstSent, sentAt - 1]) {
    expect(await outcomes(id, deliver(first, at))).toEqual([['refused', early]])
  }
  for (const at of [Date.now() + 25 * 3_600_000, Date.UTC(2206, 0, 2)]) {
    expect(await outcomes(id, deliver(first, at))).toEqual([['refused', ahead]])
  }
  expect(await outcomes(id, deliver(first, sentAt - 1), deliver(second, sentAt))).toEqual([
    ['refused', early],
    ['changed', null],
  ])
  expect(await outcomes(id, deliver(first, sentAt), deliver(second, 0))).toEqual([
    ['changed', null],
    ['unchanged', null],
  ])
  expect((await shop.read(id, as)).status).toBe('delivered')
})

test('when a carrier reports the delivery of a parcel that came back, then it is refused, and the parcel stays returned', async () => {
  const { id } = await shop.paidOrder()
  const parcelId = `${id}-1`
  await shop.setStatus(id, 'shipped')
  await outcomes(id, { parcelId, action: 'return' })
  const reported = { parcelId, action: 'deliver' as const, at: new Date().toISOString() }
  const message = 'This parcel came back. If that is wrong, tick Delivered in its order.'
  expect(await outcomes(id, reported)).toEqual([['refused', message]])
  expect(await shop.load(id)).toMatchObject({
    status: 'shipped',
    items: [{ returnedAt: expect.any(Date), deliveredAt: null }],
  })
  expect(await shop.reported(id)).not.toContain('parcel-delivered')
})

describe('a parcel that is sent again', () => {
  const again = (id: string, n = 1) => ({ parcelId: `${id}-${n}`, action: 'send-again' as const })
  const back = (id: string, n = 1) => ({ parcelId: `${id}-${n}`, action: 'return' as const })
  const refund = (id: string, body: object) => shop.operator('POST', `/api/admin/orders/${id}/refunds`, body)
  const returned = { itemIds: ['1'], reason: 'The parcel came back.', ifReturned: true }

  async function cameBack() {
    const order = await shop.paidOrder()
    const { id } = order
    await outcomes(id, ship(id, 1, usps), { parcelId: `${id}-1`, action: 'deliver' }, back(id))
    return order
  }

  const noteShipped = (orderId: string, at: Date) =>
    shop.handlers['prank-shipped'](
      eventOf(prankShipped({ orderId, parcelId: `${orderId}-1`, shippedAt: at.toISOString() })),
    )

  test('when it came back, then it is unsent once more, and shipped, delivered and returned as before', async () => {
    const { id, as } = await cameBack()
    expect(await outcomes(id, again(id))).toEqual([['changed', null]])
    expect(await outcomes(id, again(id))).toEqual([['refused', 'This parcel is sent again already.']])
    expect(await shop.lastEvent(id, 'parcel-sent-again')).toMatchObject({ parcelId: `${id}-1` })
    expect(await shop.lastEvent(id, 'order-parcels-changed')).toMatchObject({
      parcels: [{ shippedAt: null, returnedAt: null, trackingNumber: null, sentAgainAt: expect.any(String) }],
    })
    await shop.orders.updateOne({ _id: id }, { paidAt: new Date('2026-01-05T12:00:00Z') })
    const waiting = await shop.read(id, as)
    const estimatedDelivery = deliveryRange(new Date())
    expect(waiting).toMatchObject({
      status: 'processing',
      items: [{ status: 'packed', shippedAt: null, estimatedDelivery }],
    })
    expect(waiting.timeline.map(({ what }: { what: string }) => what)).toContain('sent-again')
    expect(await outcomes(id, ship(id, 1))).toEqual([['changed', null]])
    expect(await shop.read(id, as)).toMatchObject({ status: 'shipped', items: [{ status: 'shipped' }] })
    await outcomes(id, { parcelId: `${id}-1`, action: 'deliver' })
    expect((await shop.read(id, as)).status).toBe('delivered')
    const reported = await shop.reported(id)
    expect(reported.filter((type) => type === 'parcel-delivered')).toHaveLength(2)
    await outcomes(id, back(id))
    expect(await outcomes(id, again(id))).toEqual([['changed', null]])
  })

  test('when it waits to be sent again, then the others of its order are still shipped in the history', async () => {
    const { id, as } = await twoParcels()
    await outcomes(id, ship(id, 1), ship(id, 2), back(id), again(id))
    const { body } = await shop.call('GET', '/api/prank-history', { as })
    expect(body.map(({ status }: { status: string }) => status)).toEqual(['processing', 'shipped'])
  })

  test('when two operators send it again and refund it at once, then one of the two happens', async () => {
    for (let n = 0; n < 5; n++) {
      const { id } = await cameBack()
      const [first, second, money] = await Promise.all([
        outcomes(id, again(id)),
        outcomes(id, again(id)),
        refund(id, returned),
      ])
      const sent = [first, second].filter((one) => one?.[0]?.[0] === 'changed').length
      expect([sent, money.status]).toEqual(sent === 1 ? [1, 409] : [0, 201])
    }
  })

  test('when it was refunded, did not come back, or waits to be sent again, then the other of the two is refused', async () => {
    const { id } = await cameBack()
    expect((await refund(id, returned)).status).toBe(201)
    expect(await outcomes(id, again(id))).toEqual([
      ['refused', 'This parcel was refunded: it is not sent again.'],
    ])
    const other = await shop.paidOrder()
    expect(await outcomes(other.id, again(other.id))).toEqual([['refused', 'This parcel did not come back.']])

    const waiting = await cameBack()
    await outcomes(waiting.id, again(waiting.id))
    const { ifReturned: _drop, ...plain } = returned
    expect((await refund(waiting.id, plain)).status).toBe(409)
    expect((await refund(waiting.id, { ...plain, withdraw: true })).status).toBe(201)
    expect((await shop.read(waiting.id, waiting.as)).items[0].status).toBe('cancelled')
  })

  test('when Stripe refuses its refund, then the queue can refund it again, once; after it was handled, it cannot', async () => {
    const refusing = async () =>
      ({ status: 'failed', stripeRefundId: null, failureReason: 'no funds' }) as const
    const make = shop.others.refund
    const fromQueue = (id: string) =>
      shop.clientFor('fulfilment').post('/internal/parcels/refund', refundAnswer, {
        ...{ orderId: id, invoiceId: null, parcelId: `${id}-1` },
      })
    for (const isHandled of [false, true]) {
      const { id } = await cameBack()
      shop.others.refund = refusing
      const { refundId, status } = await fromQueue(id)
      expect(status).toBe('failed')
      shop.others.refund = make
      if (isHandled)
        await shop.operator('PATCH', `/api/admin/orders/${id}/refunds/${refundId}`, { resolved: true })
      const [second, third] = await Promise.all([fromQueue(id), fromQueue(id)])
      expect(third.refundId).toBe(second.refundId)
      expect((await shop.load(id)).refunds?.map((one) => one.status)).toEqual(
        isHandled ? ['failed'] : ['failed', 'succeeded'],
      )
    }
  })

  test('when its address was erased with the account, then it is refused, and can be refunded', async () => {
    const { id } = await cameBack()
    await shop.orders.updateOne({ _id: id }, { $set: { 'items.0.contact': erasedAddress } })
    expect(await outcomes(id, again(id))).toEqual([
      ['refused', 'The address of this parcel was erased: it cannot be sent again.'],
    ])
    expect((await refund(id, returned)).status).toBe(201)
  })

  test('when the rest of its order was cancelled before, then it can be cancelled, too, once', async () => {
    const { id } = await twoParcels()
    const cancel = () => shop.operator('POST', `/api/admin/orders/${id}/cancel`, { reason: 'Sold out' })
    await outcomes(id, ship(id, 1))
    expect((await cancel()).body.refund.amount).toBe('25.00')
    await outcomes(id, back(id), again(id))
    for (let n = 0; n < 2; n++) expect((await cancel()).body.refund.amount).toBe('4.99')
    expect(await shop.load(id)).toMatchObject({ status: 'cancelled', returnedCents: 2999 })
    expect((await shop.reported(id)).filter((type) => type === 'order-cancelled')).toHaveLength(2)
  })

  test('when its order is set to shipped, then it is sent, and the report of its first sending changes nothing', async () => {
    const { id, as } = await cameBack()
    const first = (await shop.load(id)).items[0]?.shippedAt
    await outcomes(id, again(id))
    await noteShipped(id, first ?? new Date(0))
    expect((await shop.read(id, as)).items[0].status).toBe('packed')
    expect((await shop.setStatus(id, 'shipped')).status).toBe(200)
    expect(await shop.read(id, as)).toMatchObject({ status: 'shipped', items: [{ status: 'shipped' }] })
  })
})
