import type { EventData } from '@prankpost/contracts'
import { eventOf, newCustomer, newId, newPlanEvents } from '@prankpost/service-kit/testing'
import { afterAll, describe, expect, test } from 'vitest'
import { item } from './fixture.ts'
import { startShop, twoItems, twoItemsTotal } from './shop.ts'

const shop = await startShop()
afterAll(() => shop.close())

const patch = (id: string, body: object, itemId = '1') =>
  shop.operator('PATCH', `/api/admin/orders/${id}/items/${itemId}`, body)

/** A paid order of two items that the operator has set to shipped. */
async function shippedOrder() {
  const order = await shop.paidOrder({ items: twoItems, total: twoItemsTotal })
  await shop.setStatus(order.id, 'shipped')
  return order
}

const usps = '9400111899223197428497'
const ups = '1Z999AA10123456784'
const fedEx = '986578788855'

describe('a tracking number', () => {
  test.each([
    ['USPS', usps, `https://tools.usps.com/go/TrackConfirmAction?tLabels=${usps}`],
    ['USPS', '9400 1118 9922 3197 4284 97', `https://tools.usps.com/go/TrackConfirmAction?tLabels=${usps}`],
    ['UPS', ups.toLowerCase(), `https://www.ups.com/track?tracknum=${ups}`],
    ['FedEx', fedEx, `https://www.fedex.com/fedextrack/?trknbr=${fedEx}`],
    [null, '986578788856', null],
    [null, 'https://evil.test/', null],
  ])(
    'when it looks like %s (%s) then this is the carrier, and customers get its link',
    async (...expected) => {
      const [carrier, trackingNumber, trackingUrl] = expected
      const { id, as } = await shop.paidOrder()
      const { status, body } = await patch(id, { trackingNumber })
      const tracking = { carrier, trackingNumber, trackingUrl }
      expect([status, body.items[0]]).toMatchObject([200, tracking])
      expect((await shop.read(id, as)).items[0]).toMatchObject(tracking)
      expect(await shop.reported(id)).toEqual([])
    },
  )

  test('when the operator names the carrier then the format does not matter, and it stays until the number changes', async () => {
    const { id } = await shop.paidOrder()
    const trackingUrl = 'https://www.ups.com/track?tracknum=PRANK1'
    const named = { carrier: 'UPS', trackingNumber: 'PRANK-1', trackingUrl }
    expect((await patch(id, { carrier: 'UPS', trackingNumber: 'PRANK-1' })).body.items[0]).toMatchObject(
      named,
    )
    expect((await patch(id, { trackingNumber: 'PRANK-1' })).body.items[0]).toMatchObject(named)
    expect((await patch(id, { carrier: 'FedEx' })).body.items[0]).toMatchObject({
      carrier: 'FedEx',
      trackingNumber: 'PRANK-1',
    })
    expect((await patch(id, { trackingNumber: usps })).body.items[0].carrier).toBe('USPS')
    expect((await patch(id, { trackingNumber: null })).body.items[0]).toMatchObject({
      carrier: null,
      trackingNumber: null,
      trackingUrl: null,
    })
  })

  test('when it is set again then nothing is written, and other items stay as they are', async () => {
    const { id } = await shop.paidOrder({ items: twoItems, total: twoItemsTotal })
    await patch(id, { trackingNumber: ups }, '2')
    const { revision, items } = await shop.load(id)
    expect(items.map(({ trackingNumber }) => trackingNumber)).toEqual([null, ups])
    expect((await patch(id, { trackingNumber: ups }, '2')).status).toBe(200)
    expect((await shop.load(id)).revision).toBe(revision)
  })

  test('when the parcel was sent already then fulfilment gets it, and reconciliation finds it', async () => {
    const { id } = await shippedOrder()
    const before = await shop.load(id)
    for (const _ of [1, 2]) await patch(id, { trackingNumber: ups }, '2')
    expect((await shop.reported(id)).filter((type) => type === 'order-parcels-changed')).toHaveLength(1)
    const { parcelsRevision = 0, announcedAt } = await shop.load(id)
    expect(await shop.lastEvent(id, 'order-parcels-changed')).toMatchObject({
      parcelsRevision,
      parcels: [{ trackingNumber: null }, { trackingNumber: ups, carrier: 'UPS' }],
    })
    expect(parcelsRevision).toBeGreaterThan(before.parcelsRevision ?? 0)
    expect(announcedAt?.getTime()).toBeGreaterThan(before.announcedAt?.getTime() ?? 0)
    await patch(id, { trackingNumber: null }, '2')
    expect(await shop.lastEvent(id, 'order-parcels-changed')).toMatchObject({
      parcelsRevision: parcelsRevision + 1,
      parcels: [{ trackingNumber: null }, { trackingNumber: null, carrier: null }],
    })
  })

  test('when the parcel is one of a plan then fulfilment gets it once, and that it was removed, also with the delivery', async () => {
    const plan = newPlanEvents({ user: newCustomer(), prankCount: 2, amountCents: 998 })
    await shop.handlers['subscription-created'](eventOf(plan.created()))
    const parcelId = `${plan.subscriptionId}-1`
    await shop.handlers['prank-shipped'](eventOf(plan.shipped({ parcelId })))
    const id = String((await shop.orders.findOne({ invoiceId: plan.invoiceId }).lean())?._id)
    const tracked = async () =>
      (await shop.load(id)).outbox.flatMap(({ type, data }) => {
        const { carrier, trackingNumber } = data as EventData<'parcel-tracking-changed'>
        return type === 'parcel-tracking-changed' ? [[carrier, trackingNumber]] : []
      })
    for (const _ of [1, 2]) await patch(id, { trackingNumber: ups }, parcelId)
    expect(await tracked()).toEqual([['UPS', ups]])
    await patch(id, { trackingNumber: null, delivered: true }, parcelId)
    expect(await tracked()).toEqual([
      ['UPS', ups],
      [null, null],
    ])
    expect((await shop.load(id)).outbox.map(({ type }) => type)).not.toContain('order-parcels-changed')
  })

  test.each([
    ['UPS', { trackingNumber: ups }],
    ['FedEx', { trackingNumber: fedEx }],
    ['UPS', { carrier: 'UPS' }],
  ])('when it goes to a PO box with %s (%j) then it is a 400', async (carrier, body) => {
    const { id } = await shop.paidOrder({ items: [item({ contactAddress: 'P.O. Box 12' })] })
    const refused = await patch(id, body)
    expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining(carrier)])
    expect((await shop.load(id)).items[0]).toMatchObject({ carrier: null, trackingNumber: null })
    expect((await patch(id, { trackingNumber: usps })).body.items[0].carrier).toBe('USPS')
  })

  test.each([
    {},
    { carrier: 'DHL' },
    { trackingNumber: '' },
    { trackingNumber: 'x'.repeat(101) },
    { delivered: 'yes' },
  ])('when the body is %j then it is a 400', async (body) => {
    const { id } = await shop.paidOrder()
    expect((await patch(id, body)).status).toBe(400)
  })

  test('when the parcel is unknown then it is a 404, when it was withdrawn a 409, without the password a 401', async () => {
    const { id } = await shop.paidOrder({ items: twoItems, total: twoItemsTotal })
    expect((await patch(newId(), { trackingNumber: ups })).status).toBe(404)
    expect((await patch(id, { trackingNumber: ups }, '3')).status).toBe(404)
    await shop.refundOrder(id, { itemIds: ['1'], withdraw: true })
    expect((await patch(id, { trackingNumber: ups })).status).toBe(409)
    const path = `/api/admin/orders/${id}/items/2`
    expect((await shop.call('PATCH', path, { body: { trackingNumber: ups } })).status).toBe(401)
  })
})

describe('a delivery', () => {
  /** What was reported about deliveries of an order, without what is the same in all of them. */
  const deliveriesOf = async (id: string) =>
    (await shop.load(id)).outbox
      .filter(({ type }) => type === 'parcel-delivered')
      .map(({ data }) => {
        const {
          orderId: _order,
          ownerId: _owner,
          deliveredAt: _day,
          at: _at,
          ...rest
        } = data as EventData<'parcel-delivered'>
        return rest
      })

  test('when the parcel was not sent then it is a 409, and nothing changes', async () => {
    const { id } = await shop.paidOrder()
    const { status, body } = await patch(id, { delivered: true, trackingNumber: ups })
    expect([status, body.message]).toEqual([409, expect.stringContaining('not sent yet')])
    expect((await shop.load(id)).items[0]).toMatchObject({ deliveredAt: null, trackingNumber: null })
  })

  test('when one of two parcels arrives, twice, then it is reported once, and the order stays shipped', async () => {
    const { id, as } = await shippedOrder()
    for (const _ of [1, 2]) expect((await patch(id, { delivered: true })).body.status).toBe('shipped')
    const { items } = await shop.load(id)
    expect(await shop.reported(id)).toEqual(['order-status-changed', 'parcel-delivered'])
    expect(await shop.lastEvent(id, 'parcel-delivered')).toEqual({
      orderId: id,
      ownerId: as.id,
      parcelId: `${id}-1`,
      deliveredAt: items[0]?.deliveredAt?.toISOString(),
      at: items[0]?.deliveryReportedAt?.toISOString(),
    })
    const shown = (await shop.read(id, as)).items.map((one: { status: string }) => one.status)
    expect(shown).toEqual(['delivered', 'shipped'])
  })

  test('when it was reported before the operator sets the rest to shipped then it stays, and the other one completes the order', async () => {
    const { id } = await shop.paidOrder({ items: twoItems, total: twoItemsTotal })
    for (const action of ['ship', 'deliver'] as const)
      await shop.changeParcels(id, [{ parcelId: `${id}-1`, action }])
    await shop.setStatus(id, 'shipped')
    expect(await shop.load(id)).toMatchObject({
      status: 'shipped',
      items: [{ deliveredAt: expect.any(Date) }, { deliveredAt: null }],
    })
    await shop.changeParcels(id, [{ parcelId: `${id}-2`, action: 'deliver' }])
    expect((await shop.load(id)).status).toBe('delivered')
  })

  test('when five calls deliver the last parcel at once then the order is delivered, with one event of each', async () => {
    const { id } = await shippedOrder()
    await patch(id, { delivered: true }, '2')
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => patch(id, { delivered: true })))
    expect(answers.map(({ status, body }) => [status, body.status])).toEqual(
      Array(5).fill([200, 'delivered']),
    )
    const [, ...rest] = await shop.reported(id)
    expect(rest).toEqual(['parcel-delivered', 'parcel-delivered', 'order-status-changed'])
    expect(await shop.lastEvent(id, 'order-status-changed')).toMatchObject({
      from: 'shipped',
      to: 'delivered',
    })
  })

  test('when the other parcel was withdrawn then the delivery of this one completes the order', async () => {
    const { id } = await shop.paidOrder({ items: twoItems, total: twoItemsTotal })
    await shop.refundOrder(id, { itemIds: ['2'], withdraw: true })
    await shop.setStatus(id, 'shipped')
    expect((await patch(id, { delivered: true })).body.status).toBe('delivered')
  })

  test('when the other parcel is withdrawn after the delivery of this one then that completes the order', async () => {
    const { id } = await shop.paidOrder({ items: twoItems, total: twoItemsTotal })
    for (const action of ['ship', 'deliver'] as const)
      await shop.changeParcels(id, [{ parcelId: `${id}-1`, action }])
    expect((await shop.load(id)).status).toBe('processing')
    await shop.refundOrder(id, { itemIds: ['2'], withdraw: true })
    expect(await shop.load(id)).toMatchObject({ status: 'delivered', sentAt: expect.any(Date) })
    expect(await shop.lastEvent(id, 'order-status-changed')).toMatchObject({ to: 'delivered' })
  })

  test('when it is taken back then the order is shipped again, and that and a second delivery are reported to fulfilment alone', async () => {
    const { id } = await shippedOrder()
    for (const itemId of ['1', '2']) await patch(id, { delivered: true }, itemId)
    for (const _ of [1, 2]) {
      const { body } = await patch(id, { delivered: false })
      expect([body.status, body.items[0].deliveredAt, body.items[1].status]).toEqual([
        'shipped',
        null,
        'delivered',
      ])
    }
    expect((await patch(id, { delivered: true })).body.status).toBe('delivered')
    expect(await deliveriesOf(id)).toEqual([
      { parcelId: `${id}-1` },
      { parcelId: `${id}-2` },
      { parcelId: `${id}-1`, wasReported: true, isTakenBack: true },
      { parcelId: `${id}-1`, wasReported: true },
    ])
    expect((await shop.load(id)).statusHistory.map(({ status }) => status).slice(2)).toEqual([
      'shipped',
      'delivered',
      'shipped',
      'delivered',
    ])
  })

  test.each([
    ['on the page of the order', (id: string) => patch(id, { delivered: true })],
    ['by its status', (id: string) => shop.setStatus(id, 'delivered')],
  ])(
    'when it was reported as returned by mistake, and is delivered %s, then it did not come back',
    async (_how, deliver) => {
      const { id, as } = await shop.paidOrder()
      const change = (action: 'ship' | 'deliver' | 'return') =>
        shop.changeParcels(id, [{ parcelId: `${id}-1`, action }])
      for (const action of ['ship', 'deliver', 'return'] as const) await change(action)
      for (const _ of [1, 2]) expect((await deliver(id)).status).toBe(200)
      expect(await shop.load(id)).toMatchObject({ status: 'delivered', items: [{ returnedAt: null }] })
      expect(await shop.lastEvent(id, 'order-parcels-changed')).toMatchObject({
        parcelsRevision: 4,
        parcels: [{ returnedAt: null }],
      })
      const { outbox } = await shop.load(id)
      const arrived = outbox.filter(({ type }) => type === 'parcel-delivered').map(({ data }) => data)
      const reported = {
        ...{ orderId: id, ownerId: as.id, parcelId: `${id}-1` },
        ...{ deliveredAt: expect.any(String), at: expect.any(String) },
      }
      expect(arrived).toEqual([reported, { ...reported, wasReported: true }])
    },
  )

  test('when the operator sets the order to delivered then each parcel is reported once to its customer', async () => {
    const { id } = await shippedOrder()
    await patch(id, { delivered: true })
    for (const status of ['delivered', 'shipped', 'delivered']) await shop.setStatus(id, status)
    const both = [`${id}-1`, `${id}-2`].map((parcelId) => ({ parcelId }))
    expect(await deliveriesOf(id)).toEqual([
      ...both,
      ...both.map((one) => ({ ...one, wasReported: true, isTakenBack: true })),
      ...both.map((one) => ({ ...one, wasReported: true })),
    ])
    expect((await shop.load(id)).items.every(({ deliveredAt }) => deliveredAt)).toBe(true)
  })
})
