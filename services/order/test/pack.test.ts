import { newId } from '@prankpost/service-kit/testing'
import { afterAll, expect, test } from 'vitest'
import { packOrders } from '../src/use-cases/pack-orders.ts'
import { changeOrderStatus } from '../src/use-cases/set-order-status.ts'
import { potato } from './fixture.ts'
import { startShop, twoItems, twoItemsTotal } from './shop.ts'

const shop = await startShop()
afterAll(() => shop.close())

test('when paid orders are packed, twice, then each is packed once and the present addresses are returned', async () => {
  const [a, b] = [await shop.paidOrder(), await shop.paidOrder()]
  await shop.call('PATCH', `/api/orders/${a.id}/items/1`, { as: a.as, body: { contactName: 'Late Change' } })
  const first = await shop.pack([b.id, a.id, a.id])
  expect(new Map(first.orders.map((order) => [order.orderId, order])).get(a.id)).toEqual({
    ...{
      orderId: a.id,
      orderNumber: a.id.slice(-8).toUpperCase(),
      packed: true,
      message: null,
      parcelsRevision: 1,
    },
    parcels: [
      {
        parcelId: `${a.id}-1`,
        isWithdrawn: false,
        withdrawnAt: null,
        prankId: potato.id,
        quantity: 1,
        ...{
          shippedAt: null,
          carrier: null,
          trackingNumber: null,
          heldBecause: null,
          returnedAt: null,
          review: null,
          sentAgainAt: null,
          arriveBy: null,
          shipBy: null,
        },
        contact: {
          ...{ name: 'Late Change', address: '1 Garden Path', address2: null },
          ...{ city: 'Springfield', state: 'OR', zipCode: '97477' },
        },
      },
    ],
  })
  expect(first.orders).toHaveLength(2)
  const { packedAt, revision } = await shop.load(a.id)
  expect(packedAt).toBeInstanceOf(Date)
  expect((await shop.pack([a.id])).orders[0]?.packed).toBe(true)
  expect(await shop.load(a.id)).toMatchObject({ packedAt, revision })
  expect((await shop.read(a.id, a.as)).items[0].status).toBe('packed')
})

test('when all its waiting parcels are held then it is not packed, and its customer can still change it; when one is not then it is', async () => {
  const { id, as } = await shop.paidOrder({ items: twoItems, total: twoItemsTotal })
  const hold = (n: number) =>
    shop.changeParcels(id, [{ parcelId: `${id}-${n}`, action: 'hold', reason: 'To check' }])
  await hold(1)
  await hold(2)
  expect((await shop.pack([id])).orders[0]).toMatchObject({
    packed: false,
    message: 'All its parcels are held: To check',
    parcels: [{ heldBecause: 'To check' }, { heldBecause: 'To check' }],
  })
  expect((await shop.load(id)).packedAt).toBeUndefined()
  const edit = await shop.call('PATCH', `/api/orders/${id}/items/1`, { as, body: { contactName: 'Late' } })
  expect(edit.status).toBe(200)
  await shop.changeParcels(id, [{ parcelId: `${id}-2`, action: 'release' }])
  expect((await shop.pack([id])).orders[0]?.packed).toBe(true)
  expect((await shop.load(id)).packedAt).toBeInstanceOf(Date)
})

test('when an order is cancelled, unpaid or unknown then it is not packed, with a reason, and the others are', async () => {
  const cancelled = await shop.paidOrder()
  await shop.cancel(cancelled.id, cancelled.as)
  const [unpaid, unknown, paid] = [await shop.place(), newId(), (await shop.paidOrder()).id]
  const { orders } = await shop.pack([cancelled.id, unpaid, unknown, paid])
  const byId = new Map(orders.map((order) => [order.orderId, order]))
  expect([cancelled.id, unpaid, unknown, paid].map((id) => byId.get(id)?.packed)).toEqual([
    false,
    false,
    false,
    true,
  ])
  expect(byId.get(cancelled.id)).toMatchObject({
    message: expect.stringContaining('cancelled'),
    parcels: [{ isWithdrawn: true }],
  })
  expect(byId.get(unpaid)?.message).toContain('not paid')
  expect(byId.get(unknown)).toMatchObject({ message: expect.stringContaining('no such order'), parcels: [] })
})

test('when an order was sent then its documents may be printed again', async () => {
  const { id } = await shop.paidOrder()
  await shop.setStatus(id, 'shipped')
  expect((await shop.pack([id])).orders[0]?.packed).toBe(true)
})

test('when an order is packed and sent then both times are by the clock of the database', async () => {
  const { id } = await shop.paidOrder()
  const clock = { ...shop.deps, now: () => new Date('2030-01-01T00:00:00Z') }
  await packOrders({ orderIds: [id] }, clock)
  await changeOrderStatus({ orderId: id, status: 'shipped' }, clock)
  expect(await shop.load(id)).toMatchObject({ packedAt: clock.now(), sentAt: clock.now() })
})

test('when there are too many orders then they are refused', async () => {
  await expect(shop.pack(Array.from({ length: 501 }, newId))).rejects.toMatchObject({ status: 400 })
  expect((await shop.pack(Array.from({ length: 500 }, newId))).orders).toHaveLength(500)
})
