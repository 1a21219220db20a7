import { type ParcelChange, parcelChangesAnswer, refundAnswer } from '@prankpost/contracts'
import { eventOf, newCustomer, newPlanEvents } from '@prankpost/service-kit/testing'
import { afterAll, describe, expect, test } from 'vitest'
import { listPastPurchases } from '../src/use-cases/list-past-purchases.ts'
import { startShop } from './shop.ts'

const shop = await startShop()
afterAll(() => shop.close())

/** A plan's paid month of $9.98 whose parcels were shipped; the first one came back. */
async function cameBack(parcels = 2) {
  const as = newCustomer()
  const plan = newPlanEvents({ user: as, prankCount: parcels, amountCents: 998 })
  const { invoiceId } = plan
  await shop.handlers['subscription-created'](eventOf(plan.created()))
  const load = async () => {
    const order = await shop.orders.findOne({ invoiceId }).lean()
    if (order === null) throw new Error('no order')
    return order
  }
  const idOf = (n: number) => `${plan.subscriptionId}-${n}`
  const shipped = (n: number, parcelsShipped = n) => {
    const event = plan.shipped({ parcelId: idOf(n), prank: { name: `Potato ${n}` }, parcelsShipped })
    return shop.handlers['prank-shipped'](eventOf(event))
  }
  const change = async (action: ParcelChange['action'], n = 1) => {
    const body = { orders: [{ orderId: null, invoiceId, changes: [{ parcelId: idOf(n), action }] }] }
    const client = shop.clientFor('fulfilment')
    const { orders } = await client.post('/internal/parcels/change', parcelChangesAnswer, body)
    return orders[0]
  }
  const outcome = async (action: ParcelChange['action'], n = 1) => {
    const { outcome, message } = (await change(action, n))?.results[0] ?? {}
    return [outcome, message]
  }
  const cancel = (unsent: 'refund' | 'send') =>
    shop.handlers['subscription-cancelled'](eventOf(plan.cancelled(undefined, { unsent })))
  for (let n = 1; n <= parcels; n++) await shipped(n)
  expect(await outcome('return')).toEqual(['changed', null])
  const id = String((await load())._id)
  return { as, id, invoiceId, idOf, load, shipped, change, outcome, cancel }
}

describe("a parcel of a plan's month that is sent again", () => {
  test('when it came back, then the month is open until it is shipped again, and history, mail and reports say so', async () => {
    const { as, id, invoiceId, idOf, load, shipped, change, outcome } = await cameBack()
    const first = (await load()).items[0]?.shippedAt?.toISOString()
    expect(await outcome('ship')).toEqual(['unchanged', null])
    expect(await outcome('send-again', 2)).toEqual(['refused', 'This parcel did not come back.'])
    const both = await Promise.all([outcome('send-again'), outcome('send-again')])
    expect(both.map(([one]) => one).toSorted()).toEqual(['changed', 'refused'])
    expect(await shop.lastEvent(id, 'parcel-sent-again')).toMatchObject({ parcelId: idOf(1) })
    const entry = async () =>
      (await shop.call('GET', '/api/prank-history', { as })).body.find(
        ({ prankName }: { prankName: string }) => prankName === 'Potato 1',
      )
    expect(await entry()).toMatchObject({ status: 'processing', sentDate: first })
    expect(await shop.read(id, as)).toMatchObject({
      status: 'processing',
      items: [{ status: 'packed', shippedAt: null }, { status: 'shipped' }],
    })
    const { purchases } = await listPastPurchases({ limit: 200 }, shop)
    expect(purchases.find((one) => one.id === invoiceId)?.parcels).toMatchObject([{ shippedAt: first }, {}])

    await shipped(1)
    expect((await load()).items[0]?.shippedAt).toBeNull()
    expect(await change('ship')).toMatchObject({
      results: [{ outcome: 'changed' }],
      parcels: [{ parcelId: idOf(1), shippedAt: expect.any(String), sentAgainAt: expect.any(String) }, {}],
    })
    for (const _ of [1, 2]) await shipped(1, 2)
    const again = await shop.read(id, as)
    expect(again).toMatchObject({ status: 'shipped', items: [{ status: 'shipped' }, { status: 'shipped' }] })
    const what = again.timeline.map((one: { what: string }) => one.what)
    expect(what.filter((one: string) => one === 'shipped')).toHaveLength(3)
    expect(await entry()).toMatchObject({ status: 'shipped' })
  })

  test('when the month is set to shipped or delivered before, then it is a 409, and nothing is reported as delivered', async () => {
    const { id, load, outcome } = await cameBack()
    await outcome('send-again')
    const before = await load()
    for (const status of ['shipped', 'delivered']) {
      expect(await shop.setStatus(id, status)).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining('waits to be sent again') },
      })
    }
    expect(await load()).toEqual(before)
    await outcome('ship')
    expect((await shop.setStatus(id, 'delivered')).body.status).toBe('delivered')
    const reported = (await shop.reported(id)).filter((type) => type === 'parcel-delivered')
    expect(reported).toHaveLength(2)
  })

  test('when it is refunded from the queue, also by two operators, then its share of the month is, once, and it is not sent again', async () => {
    const { id, idOf, invoiceId, load, outcome } = await cameBack(3)
    const refund = (n: number) =>
      shop.clientFor('fulfilment').post('/internal/parcels/refund', refundAnswer, {
        ...{ orderId: null, invoiceId, parcelId: idOf(n) },
      })
    const shares = []
    for (const n of [1, 2, 3]) {
      if (n > 1) {
        await expect(refund(n)).rejects.toThrow('not here any more')
        await outcome('return', n)
      }
      const [first, second] = await Promise.all([refund(n), refund(n)])
      expect(first.refundId).toBe(second.refundId)
      shares.push(first.amount)
    }
    // A third of $9.98 is rounded up: the last parcel gets what is left.
    expect(shares).toEqual(['3.33', '3.33', '3.32'])
    expect((await load()).refunds).toHaveLength(3)
    expect(await shop.lastEvent(id, 'refund-requested')).toMatchObject({ amountCents: 332, invoiceId })
    for (const n of [1, 2, 3])
      expect(await outcome('send-again', n)).toEqual([
        'refused',
        'This parcel was refunded: it is not sent again.',
      ])
  })

  test('when it was delivered, and reported as returned by mistake, then its delivery on the page of the order reaches fulfilment', async () => {
    const { id, idOf, load, outcome } = await cameBack()
    for (const action of ['deliver', 'return'] as const) expect((await outcome(action))[0]).toBe('changed')
    await shop.operator('PATCH', `/api/admin/orders/${id}/items/${idOf(1)}`, { delivered: true })
    expect((await load()).items[0]).toMatchObject({ returnedAt: null, deliveredAt: expect.any(Date) })
    expect(await shop.lastEvent(id, 'parcel-delivered')).toMatchObject({
      parcelId: idOf(1),
      wasReported: true,
    })
  })

  test('when it is refunded at once, then one of the two happens', async () => {
    for (let n = 0; n < 3; n++) {
      const { id, outcome } = await cameBack()
      const itemIds = [(await shop.load(id)).items[0]?.id]
      const [[sent], money] = await Promise.all([
        outcome('send-again'),
        shop.refundOrder(id, { itemIds, ifReturned: true }),
      ])
      expect([sent, money.status]).toEqual(sent === 'changed' ? ['changed', 409] : ['refused', 201])
    }
  })

  test('when its address is listed before, then it is withdrawn and refunded once; one that was shipped stays shipped', async () => {
    const { as, id, load, outcome } = await cameBack()
    expect(await outcome('withdraw')).toEqual(['unchanged', null])
    await outcome('send-again')
    const both = await Promise.all([outcome('withdraw'), outcome('ship')])
    const isShipped = both[1]?.[0] === 'changed'
    expect(both.map(([one]) => one)).toEqual(isShipped ? ['unchanged', 'changed'] : ['changed', 'refused'])
    if (isShipped) {
      await outcome('return')
      await outcome('send-again')
    }
    for (const _ of [1, 2]) await outcome('withdraw')
    expect(await load()).toMatchObject({
      status: 'shipped',
      refunds: [{ amountCents: 499, status: 'pending', by: 'operator' }],
    })
    expect(await shop.lastEvent(id, 'refund-requested')).toMatchObject({ amountCents: 499 })
    expect((await shop.read(id, as)).items.map(({ status }: { status: string }) => status)).toEqual([
      'cancelled',
      'shipped',
    ])
    expect(await outcome('send-again')).toEqual(['refused', 'This parcel was withdrawn: it is not sent.'])
  })

  test.each([
    ['its address is listed', 'withdraw'],
    ['its plan ends', 'end'],
  ])(
    'when the others were delivered and %s before, then the month is delivered; alone, it stays shipped',
    async (_why, how) => {
      for (const parcels of [2, 1]) {
        const { load, outcome, cancel } = await cameBack(parcels)
        if (parcels === 2) expect(await outcome('deliver', 2)).toEqual(['changed', null])
        await outcome('send-again')
        if (how === 'end') await cancel('refund')
        else await outcome('withdraw')
        expect((await load()).status).toBe(parcels === 2 ? 'delivered' : 'shipped')
      }
    },
  )

  test('when its plan ends before, then it is withdrawn and refunded once; after the end it is refused', async () => {
    const { id, load, outcome, cancel } = await cameBack()
    await outcome('send-again')
    for (const _ of [1, 2]) await cancel('refund')
    const order = await load()
    expect(order).toMatchObject({ status: 'shipped', refunds: [{ amountCents: 499, status: 'pending' }] })
    expect(order.items.map(({ withdrawnAt }) => Boolean(withdrawnAt))).toEqual([true, false])
    expect(await shop.lastEvent(id, 'refund-requested')).toMatchObject({ amountCents: 499 })
    expect(await outcome('ship')).toEqual(['refused', 'This parcel was withdrawn: it is not sent.'])

    const ended = await cameBack()
    await ended.cancel('refund')
    expect(await ended.outcome('send-again')).toEqual([
      'refused',
      'This plan has ended: nothing more of it is sent. Refund the parcel instead.',
    ])
    const sending = await cameBack()
    await sending.cancel('send')
    expect(await sending.outcome('send-again')).toEqual(['changed', null])
  })
})
