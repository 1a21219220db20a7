import { parcelChangesAnswer, type RecentEvents, recentEvents } from '@prankpost/contracts'
import { pagesOf } from '@prankpost/service-kit'
import { eventOf, explainQueries, newCustomer, newPlanEvents } from '@prankpost/service-kit/testing'
import { afterAll, describe, expect, test } from 'vitest'
import { startShop, twoItems, twoItemsTotal } from './shop.ts'

const shop = await startShop()
afterAll(() => shop.close())

const ahead = () => new Date(Date.now() + 60_000)

/** Everything that order reports as recent since `from`, page by page. */
async function recent(from: Date, limit = 100, kind = 'order') {
  const query = { from: from.toISOString(), until: ahead().toISOString(), limit: String(limit), kind }
  const source = shop.clientFor('fulfilment')
  const pages = await Array.fromAsync(pagesOf(source, '/internal/recent-events', recentEvents, query))
  return pages.flatMap(({ events }) => events)
}
const ofOrder = (events: RecentEvents['events'], id: string) =>
  events.filter(({ data }) => (data as { orderId: string }).orderId === id)

/** Orders that were announced before `since`. */
async function announcedEarlier(since: Date) {
  const paid = await shop.paidOrder({ items: twoItems, total: twoItemsTotal })
  await shop.orders.updateOne({ _id: paid.id }, { announcedAt: new Date(since.getTime() - 60_000) })
  return paid
}

describe('recent events', () => {
  test('when an order is paid and its parcels did not change then only its order-paid is reported', async () => {
    const since = shop.deps.now()
    const { id } = await shop.paidOrder()
    expect(ofOrder(await recent(since), id).map(({ type }) => type)).toEqual(['order-paid'])
  })

  test.each([
    [
      'an address was corrected',
      ['1'],
      async (...[id, as]: Parameters<typeof shop.cancel>) =>
        shop.call('PATCH', `/api/orders/${id}/items/1`, { as, body: { contactAddress2: 'Apt 4' } }),
    ],
    [
      'a parcel was withdrawn',
      ['1'],
      (id: string) => shop.refundOrder(id, { itemIds: ['1'], withdraw: true }),
    ],
    ['it was cancelled', ['1', '2'], shop.cancel],
    ['it was set to shipped', ['1', '2'], (id: string) => shop.setStatus(id, 'shipped')],
  ] as const)(
    'when %s later then the order is reported again, with the present state of its parcels',
    async (_what, changed, change) => {
      const since = shop.deps.now()
      const { id, as } = await announcedEarlier(since)
      expect(ofOrder(await recent(since), id)).toEqual([])
      expect((await change(id, as)).status).toBeLessThan(300)
      const [paid, parcels] = ofOrder(await recent(since), id)
      expect(paid?.type).toBe('order-paid')
      const { outbox } = await shop.load(id)
      const last = outbox.findLast(({ type }) => /parcels-changed|status-changed/.test(type))?.data
      const { parcels: inEvent } = ((last as { current?: object }).current ?? last) as { parcels: object[] }
      expect(parcels).toMatchObject({
        type: 'order-parcels-changed',
        data: { orderId: id, parcelsRevision: 1, parcels: inEvent },
      })
      expect(inEvent).toHaveLength(2)
      const items = (await shop.load(id)).items
      const touched = items.filter((item) => item.withdrawnAt || item.contact.address2 || item.shippedAt)
      expect(touched.map((item) => item.id)).toEqual(changed)
    },
  )

  test('when they are read page by page then each order is returned once, by the index', async () => {
    const since = shop.deps.now()
    const ids: string[] = []
    for (let n = 0; n < 3; n++) {
      const { id } = await announcedEarlier(since)
      await shop.refundOrder(id, { itemIds: ['2'], withdraw: true })
      ids.push(id)
    }
    const pairs = ids.flatMap(() => ['order-paid', 'order-parcels-changed'])
    for (const limit of [1, 2, 100]) {
      expect((await recent(since, limit)).map(({ type }) => type)).toEqual(pairs)
    }
    const [served] = await explainQueries(shop.connection, () => recent(since))
    expect(served?.stages.join()).toMatch(/IXSCAN/)
    expect(served?.documentsRead).toBe(3)
  })

  test('when the order was never announced then a change does not announce it', async () => {
    const since = shop.deps.now()
    const { id, as } = await shop.paidOrder({ items: twoItems, total: twoItemsTotal })
    await shop.orders.updateOne({ _id: id }, { $unset: { announcedAt: 1 } })
    expect((await shop.cancel(id, as)).status).toBe(200)
    expect(ofOrder(await recent(since), id)).toEqual([])
    expect((await shop.load(id)).announcedAt).toBeUndefined()
  })

  const tick = (id: string, body: object, itemId = '1') =>
    shop.operator('PATCH', `/api/admin/orders/${id}/items/${itemId}`, body)
  const takenBack = { isTakenBack: true }
  const lastOf = async (id: string, type: string) => ({ type, data: await shop.lastEvent(id, type) })

  test('when a parcel is delivered, or that is taken back, then its last report is reported again, as one without a mail', async () => {
    const since = shop.deps.now()
    const { id } = await announcedEarlier(since)
    await shop.setStatus(id, 'shipped')
    await shop.orders.updateOne({ _id: id }, { announcedAt: new Date(since.getTime() - 60_000) })
    for (const delivered of [true, false, true]) {
      for (const _ of [1, 2]) expect((await tick(id, { delivered })).status).toBe(200)
      const { type, data } = await lastOf(id, 'parcel-delivered')
      const { items } = await shop.load(id)
      expect(data).toMatchObject({ parcelId: `${id}-1`, at: items[0]?.deliveryReportedAt?.toISOString() })
      const [, , ...reports] = ofOrder(await recent(since), id)
      const again = { wasReported: true, ...(!delivered && { deliveredAt: expect.any(String) }) }
      expect(reports).toMatchObject([{ type, data: { ...(data as object), ...again } }])
      expect(data).toEqual(
        delivered ? expect.not.objectContaining(takenBack) : expect.objectContaining(takenBack),
      )
    }
    await shop.changeParcels(id, [{ parcelId: `${id}-1`, action: 'return' }])
    expect(ofOrder(await recent(since), id)).toHaveLength(2)
  })

  test('when sent parcels of a plan are tracked and delivered then its month is reported among those of plans alone, by the index', async () => {
    const since = shop.deps.now()
    const plan = newPlanEvents({ user: newCustomer(), prankCount: 2, amountCents: 998 })
    await shop.handlers['subscription-created'](eventOf(plan.created()))
    const parcelIds = [1, 2].map((n) => `${plan.subscriptionId}-${n}`)
    for (const parcelId of parcelIds)
      await shop.handlers['prank-shipped'](eventOf(plan.shipped({ parcelId })))
    const id = String((await shop.orders.findOne({ invoiceId: plan.invoiceId }).lean())?._id)
    const ofPlans = async () => ofOrder(await recent(since, 100, 'plan'), id)
    expect(await ofPlans()).toEqual([])
    await tick(id, { trackingNumber: '1Z999AA10123456784' }, parcelIds[0])
    const tracked = await lastOf(id, 'parcel-tracking-changed')
    expect(await ofPlans()).toMatchObject([tracked])
    await shop.clientFor('fulfilment').post('/internal/parcels/change', parcelChangesAnswer, {
      orders: [
        {
          ...{ orderId: null, invoiceId: plan.invoiceId },
          changes: [{ parcelId: parcelIds[1], action: 'deliver' }],
        },
      ],
    })
    const arrived = await lastOf(id, 'parcel-delivered')
    expect(await ofPlans()).toMatchObject([tracked, arrived])
    await shop.setStatus(id, 'delivered')
    expect((await ofPlans()).map(({ type }) => type)).toEqual([
      'parcel-tracking-changed',
      'parcel-delivered',
      'parcel-delivered',
    ])
    expect(ofOrder(await recent(since), id)).toEqual([])
    const [served] = await explainQueries(shop.connection, ofPlans)
    expect(served?.stages.join()).toMatch(/IXSCAN/)
    expect(served?.documentsRead).toBe(1)
  })
})
