import { mailOrder, refuseParcelAnswer } from '@prankpost/contracts'
import { newCustomer, newId } from '@prankpost/service-kit/testing'
import { afterAll, describe, expect, test } from 'vitest'
import { importOrders } from '../src/use-cases/import-orders.ts'
import { cart, item } from './fixture.ts'
import { hoursAgo, startShop, twoItems, twoItemsTotal } from './shop.ts'

const shop = await startShop()
afterAll(() => shop.close())

const threat = [{ kind: 'threat', where: 'message' }]

async function place(customMessage: string, items: unknown[] = [item()], total = 4.99) {
  const as = newCustomer()
  const placed = await shop.call('POST', '/api/create-order-record', {
    as,
    body: cart(total, items, { customMessage }),
  })
  expect(placed.status).toBe(201)
  return { as, id: placed.body.orderId as string }
}
let messages = 0
async function paidThreat(items?: unknown[], total?: number) {
  const placed = await place(`I will k1ll y o u, no. ${++messages}`, items, total)
  await shop.pay(placed.id)
  return placed
}
const refuse = (orderId: string, n = 1, reason = 'It reads like a threat.') =>
  shop
    .clientFor('fulfilment')
    .post('/internal/parcels/refuse', refuseParcelAnswer, { orderId, parcelId: `${orderId}-${n}`, reason })
const release = (orderId: string, over: object = {}) =>
  shop.changeParcels(orderId, [{ parcelId: `${orderId}-1`, action: 'release', ...over }])
const refundsOf = (id: string) => shop.refundRequests.filter(({ orderId }) => orderId === id)

describe('an order whose message must be reviewed', () => {
  test('when it is placed and paid then it is payable, all its parcels are held, and order-paid and the pack answer say so', async () => {
    const { as, id } = await place('I will kill you', twoItems, twoItemsTotal)
    expect((await shop.read(id, as)).items).toMatchObject([
      { status: 'waiting', review: null },
      { status: 'waiting', review: null },
    ])
    await shop.pay(id)
    const order = await shop.load(id)
    const paid = order.outbox.find(({ type }) => type === 'order-paid')?.data
    const held = { heldBecause: 'Held for review', review: threat }
    expect(paid).toMatchObject({ parcelsRevision: 1, items: [held, held] })
    const { orders } = await shop.pack([id])
    expect(orders[0]).toMatchObject({ parcelsRevision: 1, parcels: [held, held] })
    const { items } = await shop.read(id, as)
    const inReview = { status: 'held', review: { state: 'pending', reason: null, refunded: null } }
    expect(items).toMatchObject([inReview, inReview])
    expect(JSON.stringify(items)).not.toContain('threat')
  })

  test('when it is shipped, from the queue or by its status, then that is refused', async () => {
    const { id } = await paidThreat()
    const answer = await shop.changeParcels(id, [{ parcelId: `${id}-1`, action: 'ship' }])
    expect(answer?.results).toMatchObject([
      { outcome: 'refused', message: 'This parcel is held: Held for review' },
    ])
    expect((await shop.setStatus(id, 'shipped')).status).toBe(409)
    expect((await shop.setStatus(id, 'delivered')).status).toBe(409)
  })

  test('when it is released then only a review counts, also after another operator held it; a repeat changes nothing', async () => {
    const { id, as } = await paidThreat()
    await shop.changeParcels(id, [{ parcelId: `${id}-1`, action: 'hold', reason: 'Torn box' }])
    expect((await release(id))?.results).toMatchObject([
      { outcome: 'refused', message: 'This parcel waits for a review.' },
    ])
    expect(await release(id, { isReviewed: true })).toMatchObject({
      parcelsRevision: 2,
      results: [{ outcome: 'changed' }],
      parcels: [{ heldBecause: null, review: null }],
    })
    expect((await release(id, { isReviewed: true }))?.results).toMatchObject([{ outcome: 'unchanged' }])
    expect((await shop.read(id, as)).items).toMatchObject([{ status: 'preparing', review: null }])
    expect(await shop.reported(id)).toEqual(['order-parcels-changed'])
  })

  test('when the message is harmless then nothing is held, and the events are as before', async () => {
    const { id } = await place('I am going to kill it at karaoke')
    await shop.pay(id)
    const order = await shop.load(id)
    const paid = order.outbox.find(({ type }) => type === 'order-paid')?.data as { items: object[] }
    expect(Object.keys(paid)).not.toContain('parcelsRevision')
    expect(Object.keys(paid.items[0] ?? {})).not.toContain('heldBecause')
  })

  test('when an earlier version stored it unscreened then it is held when it is paid', async () => {
    const { id } = await place('I will kill you tonight')
    await shop.orders.updateOne({ _id: id }, { $unset: { 'items.0.screening': 1, 'items.0.heldBecause': 1 } })
    await shop.pay(id)
    expect((await shop.load(id)).items).toMatchObject([{ heldBecause: 'Held for review' }])
    const other = await place('I will kill you tomorrow night')
    await shop.orders.updateOne(
      { _id: other.id },
      { $unset: { 'items.0.screening': 1, 'items.0.heldBecause': 1 } },
    )
    expect((await shop.setStatus(other.id, 'shipped')).status).toBe(409)
    expect((await shop.setStatus(other.id, 'paid')).status).toBe(200)
    expect((await shop.load(other.id)).items).toMatchObject([{ heldBecause: 'Held for review' }])
  })

  test('when it is imported to be sent then it is held', async () => {
    const externalId = newId()
    const contact = {
      name: 'Ann Lee',
      address: 'County Hospital',
      city: 'Bend',
      state: 'OR',
      zipCode: '97701',
    }
    const entry = {
      ...{
        externalId,
        status: 'paid',
        customerEmail: 'old@customers.test',
        paidAt: hoursAgo(3).toISOString(),
      },
      items: [{ prankName: 'Raw Potato', quantity: 1, price: '4.99', contact }],
    }
    await importOrders([entry], shop.deps)
    const order = await shop.orders.findOne({ externalId }).lean()
    expect(order?.items).toMatchObject([
      { heldBecause: 'Held for review', screening: { matches: [{ kind: 'clinic', where: 'address' }] } },
    ])
  })
})

describe('an address that must be reviewed', () => {
  test('when one of two items goes to a school then only that item is held', async () => {
    const school = item({ contactName: 'Lincoln Elementary School', contactAddress: '4 Oak Street' })
    const { id } = await place('Surprise for two', [item(), school], 9.98)
    const { items } = await shop.load(id)
    expect(items.map(({ heldBecause }) => heldBecause ?? null)).toEqual([null, 'Held for review'])
  })

  test('when the customer corrects it to one then the parcel is held, and stays so after the next correction', async () => {
    const { id, as } = await shop.paidOrder()
    const correct = (contactName: string) =>
      shop.call('PATCH', `/api/orders/${id}/items/1`, { as, body: { contactName } })
    const corrected = await correct('Mercy Hospital')
    expect([corrected.status, corrected.body.items[0]]).toMatchObject([
      200,
      { status: 'held', review: { state: 'pending' } },
    ])
    expect(await shop.lastEvent(id, 'order-parcels-changed')).toMatchObject({
      parcelsRevision: 2,
      parcels: [{ heldBecause: 'Held for review', review: [{ kind: 'clinic', where: 'address' }] }],
    })
    expect((await correct('Gerald Snail')).body.items[0]).toMatchObject({ status: 'held' })
  })
})

test('when a parcel waits for a review and its address is corrected to a school then a person sees both, once', async () => {
  const { id, as } = await paidThreat()
  const correct = (contactName: string) =>
    shop.call('PATCH', `/api/orders/${id}/items/1`, { as, body: { contactName } })
  expect((await correct('Lincoln Elementary School')).status).toBe(200)
  const both = [...threat, { kind: 'school', where: 'address' }]
  expect(await shop.lastEvent(id, 'order-parcels-changed')).toMatchObject({ parcels: [{ review: both }] })
  await correct('Jefferson Elementary School')
  expect((await shop.load(id)).items[0]).toMatchObject({
    heldBecause: 'Held for review',
    screening: { matches: both, decidedAt: null },
  })
})

describe('a refusal', () => {
  test('when the only parcel is refused, twice, then it is withdrawn, refunded once, reported once, and the order is cancelled', async () => {
    const { id, as } = await paidThreat()
    const [first, second] = [await refuse(id), await refuse(id, 1, 'Another reason')]
    expect(first).toMatchObject({
      results: [{ outcome: 'changed' }],
      parcels: [{ isWithdrawn: true, review: null }],
    })
    expect(second).toMatchObject({ results: [{ outcome: 'unchanged' }] })
    expect(refundsOf(id)).toMatchObject([{ amountCents: 499, by: 'operator' }])
    expect(await shop.reported(id)).toEqual([
      'refund-requested',
      'order-parcels-changed',
      'order-status-changed',
      'parcel-refused',
    ])
    expect(await shop.lastEvent(id, 'parcel-refused')).toMatchObject({
      parcelId: `${id}-1`,
      refundCents: 499,
    })
    expect(await shop.read(id, as)).toMatchObject({
      status: 'cancelled',
      refunded: '4.99',
      items: [
        {
          status: 'cancelled',
          review: { state: 'refused', reason: 'It reads like a threat.', refunded: '4.99' },
        },
      ],
    })
    const mail = await shop.clientFor('notification').get(`/internal/mail-orders/${id}`, mailOrder)
    expect(mail.items).toMatchObject([{ refusedBecause: 'It reads like a threat.' }])
    expect((await release(id, { isReviewed: true }))?.results).toMatchObject([{ outcome: 'refused' }])
  })

  test('when one of two parcels is refused then the other is sent, with its own price left', async () => {
    const school = item({ contactName: 'Lincoln Elementary School', contactAddress: '4 Oak Street' })
    const { id, as } = await place('Surprise for both', [item(), school], 9.98)
    await shop.pay(id)
    await refuse(id, 2)
    expect(refundsOf(id)).toMatchObject([{ amountCents: 499 }])
    await shop.changeParcels(id, [{ parcelId: `${id}-1`, action: 'ship' }])
    expect(await shop.read(id, as)).toMatchObject({
      status: 'shipped',
      items: [{ status: 'shipped' }, { status: 'cancelled' }],
    })
  })

  test('when the other parcel was sent before then the refusal completes the order', async () => {
    const school = item({ contactName: 'Lincoln Elementary School', contactAddress: '4 Oak Street' })
    const { id, as } = await place('Surprise for one of you', [item(), school], 9.98)
    await shop.pay(id)
    await shop.changeParcels(id, [{ parcelId: `${id}-1`, action: 'ship' }])
    await refuse(id, 2)
    expect(await shop.read(id, as)).toMatchObject({
      status: 'shipped',
      items: [{ status: 'shipped' }, { status: 'cancelled' }],
    })
  })

  test('when the payment arrives after the refusal then it refunds the refused parcel, and the other one is sent', async () => {
    const school = item({ contactName: 'Lincoln Elementary School', contactAddress: '4 Oak Street' })
    const { id } = await place('Surprise for the two of you', [item(), school], 9.98)
    await shop.setStatus(id, 'paid')
    await refuse(id, 2)
    expect((await shop.load(id)).refunds ?? []).toEqual([])
    await shop.pay(id)
    expect(await shop.load(id)).toMatchObject({
      status: 'paid',
      refunds: [{ amountCents: 499, status: 'pending', shares: [{ itemId: '2', cents: 499 }] }],
    })
    expect(await shop.lastEvent(id, 'refund-requested')).toMatchObject({ amountCents: 499 })
  })

  test('when release and refusal meet then the parcel is released or refunded, not both', async () => {
    for (let n = 0; n < 5; n++) {
      const { id } = await paidThreat()
      const [released, refused] = await Promise.all([release(id, { isReviewed: true }), refuse(id)])
      const isReleased = released?.results[0]?.outcome === 'changed'
      const isRefused = refused.results[0]?.outcome === 'changed'
      const parcel = (await shop.load(id)).items[0]
      expect(isReleased && isRefused).toBe(false)
      expect([Boolean(parcel?.withdrawnAt), refundsOf(id).length]).toEqual(isRefused ? [true, 1] : [false, 0])
    }
  })

  test('when the parcel is not held, unknown, sent or unpaid then nothing changes', async () => {
    const { id } = await shop.paidOrder()
    const message = async (orderId: string, n?: number) => (await refuse(orderId, n)).results[0]?.message
    expect(await message(id)).toBe('This parcel is not held. Hold it first.')
    expect(await message(id, 7)).toBe('Its order has no such parcel.')
    expect(await message(newId())).toBe('Its order does not exist here yet.')
    await shop.changeParcels(id, [{ parcelId: `${id}-1`, action: 'ship' }])
    expect(await message(id)).toBe('This parcel was shipped already.')
    const unpaid = await place('I will kill you before you pay')
    expect(await message(unpaid.id)).toBe('This order is not paid.')
    expect(refundsOf(id)).toEqual([])
  })

  test('when payment is unavailable then the refund is pending, and a repeat makes it', async () => {
    const { id, as } = await paidThreat()
    const { refund } = shop.others
    shop.others.refund = async () => {
      throw new Error('down')
    }
    await refuse(id)
    expect((await shop.load(id)).refunds).toMatchObject([{ status: 'pending' }])
    shop.others.refund = refund
    await refuse(id)
    expect((await shop.load(id)).refunds).toMatchObject([{ status: 'succeeded' }])
    expect((await shop.read(id, as)).timeline).toContainEqual(
      expect.objectContaining({ what: 'refused', detail: expect.stringContaining('is not sent') }),
    )
  })
})
