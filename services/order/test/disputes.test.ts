import { type DisputeStatus, type ParcelChange, parcelChangesAnswer } from '@prankpost/contracts'
import { NotYet } from '@prankpost/messaging'
import { eventOf, newId, newPlanEvents } from '@prankpost/service-kit/testing'
import { afterAll, describe, expect, test } from 'vitest'
import { emitters } from './fixture.ts'
import { startShop, twoItems, twoItemsTotal } from './shop.ts'

const shop = await startShop()
afterAll(() => shop.close())

const dispute = (
  orderId: string,
  status: DisputeStatus,
  { disputeId = `dp_${orderId}`, at = new Date().toISOString() } = {},
) =>
  shop.handlers['dispute-changed'](
    eventOf(
      emitters.payment('dispute-changed', orderId, {
        ...{ orderId, planId: null, invoiceId: null, ownerId: null, disputeId, paymentIntentId: 'pi_1' },
        ...{ amountCents: 499, reason: 'fraudulent', status, at },
      }),
    ),
  )
/** A plan's paid month of two pranks: its order, and the events about it. */
async function paidMonth() {
  const plan = newPlanEvents({ amountCents: 998 })
  const { invoiceId, subscriptionId: planId, user } = plan
  const deliver = (entry: ReturnType<typeof plan.shipped | typeof plan.created | typeof plan.cancelled>) =>
    shop.handlers[entry.type as 'prank-shipped'](eventOf(entry as never))
  await deliver(plan.created())
  const load = async () => {
    const order = await shop.orders.findOne({ invoiceId }).lean()
    if (order === null) throw new Error('no order')
    return order
  }
  const id = String((await load())._id)
  const ship = (n: number) =>
    deliver(
      plan.shipped({ parcelId: `${planId}-${n}`, parcelsShipped: n, shippedAt: new Date().toISOString() }),
    )
  const change = (action: ParcelChange['action'], n = 1) =>
    shop.clientFor('fulfilment').post('/internal/parcels/change', parcelChangesAnswer, {
      orders: [{ orderId: null, invoiceId, changes: [{ parcelId: `${planId}-${n}`, action }] }],
    })
  const lose = (amountCents = 998) => close('lost', amountCents)
  const close = (status: DisputeStatus, amountCents = 998) =>
    shop.handlers['dispute-changed'](
      eventOf(
        emitters.payment('dispute-changed', invoiceId, {
          ...{
            orderId: null,
            planId,
            invoiceId,
            ownerId: null,
            disputeId: `dp_${planId}`,
            paymentIntentId: 'pi_1',
          },
          ...{ amountCents, reason: 'fraudulent', status, at: new Date().toISOString() },
        }),
      ),
    )
  return { plan, as: user, id, load, ship, change, lose, close, end: () => deliver(plan.cancelled()) }
}
const itemStatus = async (...[id, as]: Parameters<typeof shop.read>) =>
  (await shop.read(id, as)).items[0].status
const tasksOf = async (id: string) => {
  const { body } = await shop.operator('GET', '/api/admin/order-tasks')
  return body.items.filter(({ orderId }: { orderId: string }) => orderId === id)
}

describe('an open dispute', () => {
  test('when it is opened, twice, then the parcels are held and it is one task', async () => {
    const { id, as } = await shop.paidOrder()
    await dispute(id, 'open')
    await dispute(id, 'open')
    expect(await itemStatus(id, as)).toBe('held')
    expect(await tasksOf(id)).toMatchObject([{ kind: 'dispute-open', amount: '4.99', detail: 'fraudulent' }])
    const { body } = await shop.operator('GET', `/api/admin/orders?q=${id}`)
    expect(body.items[0].disputes).toMatchObject([{ id: `dp_${id}`, status: 'open', closedAt: null }])
    expect((await shop.read(id, as)).timeline.at(-1)).toMatchObject({ what: 'dispute-opened' })
  })

  test.each(['processing', 'shipped', 'delivered'])(
    'when the operator sets the order to %s then it is a 409',
    async (status) => {
      const { id } = await shop.paidOrder()
      await dispute(id, 'open')
      expect(await shop.setStatus(id, status)).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining('dispute') },
      })
      expect(await shop.load(id)).toMatchObject({ status: 'paid' })
    },
  )

  test('when the order is to be packed, cancelled, corrected or refunded then it is refused', async () => {
    const { id, as } = await shop.paidOrder()
    await dispute(id, 'open')
    expect((await shop.pack([id])).orders).toMatchObject([
      { packed: false, message: expect.stringContaining('dispute') },
    ])
    expect((await shop.cancel(id, as)).body.message).toContain('bank')
    const edit = await shop.call('PATCH', `/api/orders/${id}/items/1`, { as, body: { contactName: 'A' } })
    expect(edit.status).toBe(409)
    expect((await shop.refundOrder(id, {})).status).toBe(409)
    expect((await shop.operator('POST', `/api/admin/orders/${id}/cancel`, { reason: 'x' })).status).toBe(409)
  })

  test('when the order was sent before then its status can still change', async () => {
    const { id } = await shop.paidOrder()
    await shop.setStatus(id, 'shipped')
    await dispute(id, 'open')
    expect((await shop.setStatus(id, 'delivered')).status).toBe(200)
  })
})

describe('a closed dispute', () => {
  test('when it is won then the parcels are free again', async () => {
    const { id, as } = await shop.paidOrder()
    await dispute(id, 'open')
    await dispute(id, 'won')
    await dispute(id, 'open')
    expect(await itemStatus(id, as)).toBe('preparing')
    expect(await tasksOf(id)).toEqual([])
    expect((await shop.setStatus(id, 'shipped')).status).toBe(200)
    expect(await shop.load(id)).toMatchObject({ returnedCents: 0 })
  })

  test('when it is lost and nothing was sent then the order is cancelled and withdrawn, without a refund, once', async () => {
    const { id, as } = await shop.paidOrder()
    await dispute(id, 'open')
    await dispute(id, 'lost')
    await dispute(id, 'lost')
    await dispute(id, 'open')
    expect(await shop.load(id)).toMatchObject({ status: 'cancelled', returnedCents: 499, taskCount: 0 })
    expect((await shop.load(id)).refunds).toEqual([])
    expect(await itemStatus(id, as)).toBe('cancelled')
    expect(await shop.reported(id)).toEqual(['order-status-changed'])
    expect(await shop.lastEvent(id, 'order-status-changed')).toMatchObject({
      to: 'cancelled',
      actor: 'payment',
      current: { parcels: [{ isWithdrawn: true }] },
    })
    expect((await shop.refundOrder(id, {})).status).toBe(409)
    expect((await shop.cancel(id, as)).status).toBe(409)
  })

  const [earlier, later] = [{ at: '2025-01-01T00:00:00.000Z' }, { at: '2025-01-02T00:00:00.000Z' }]

  test.each(['in sequence', 'the newest first'])(
    'when the bank reverses won to lost, %s, then the order is cancelled, once',
    async (sequence) => {
      const { id } = await shop.paidOrder()
      const won = () => dispute(id, 'won', earlier)
      const lost = () => dispute(id, 'lost', later)
      await dispute(id, 'open', earlier)
      for (const report of sequence === 'in sequence' ? [won, lost, won, lost] : [lost, won]) await report()
      expect(await shop.load(id)).toMatchObject({
        ...{ status: 'cancelled', returnedCents: 499, taskCount: 0 },
        disputes: [{ status: 'lost', closedAt: new Date(later.at) }],
      })
      expect(await shop.reported(id)).toEqual(['order-status-changed'])
    },
  )

  test.each(['in sequence', 'the newest first'])(
    'when the bank reverses lost to won, %s, then the money can be refunded',
    async (sequence) => {
      const { id } = await shop.paidOrder()
      const lost = () => dispute(id, 'lost', earlier)
      const won = () => dispute(id, 'won', later)
      for (const report of sequence === 'in sequence' ? [lost, won, lost] : [won, lost]) await report()
      const status = sequence === 'in sequence' ? 'cancelled' : 'paid'
      expect(await shop.load(id)).toMatchObject({ status, returnedCents: 0, disputes: [{ status: 'won' }] })
      expect((await shop.refundOrder(id, {})).status).toBeLessThan(300)
    },
  )

  test('when the bank reverses lost to won after the order was cancelled then its refund is one task', async () => {
    const { id } = await shop.paidOrder()
    await dispute(id, 'lost', earlier)
    for (const _ of [1, 2]) await dispute(id, 'won', later)
    expect(await tasksOf(id)).toMatchObject([
      { kind: 'refund-failed', amount: '4.99', detail: expect.stringContaining('bank') },
    ])
    expect((await shop.refundOrder(id, {})).status).toBeLessThan(300)
    const refundedFirst = await shop.paidOrder()
    await shop.refundOrder(refundedFirst.id, { withdraw: true })
    await dispute(refundedFirst.id, 'lost', earlier)
    await dispute(refundedFirst.id, 'won', later)
    expect(await tasksOf(refundedFirst.id)).toEqual([])
  })

  test('when it is lost before we heard of it then it is recorded as lost', async () => {
    const { id } = await shop.paidOrder()
    await dispute(id, 'lost')
    expect(await shop.load(id)).toMatchObject({ status: 'cancelled', disputes: [{ status: 'lost' }] })
  })

  test('when it is lost after the order was sent then the order stays sent, and its amount is no revenue', async () => {
    const { id, as } = await shop.paidOrder()
    await shop.setStatus(id, 'shipped')
    await dispute(id, 'open')
    await dispute(id, 'lost')
    expect(await shop.load(id)).toMatchObject({ status: 'shipped', returnedCents: 499 })
    expect(await itemStatus(id, as)).toBe('shipped')
  })

  test('when it is lost and a part was sent then the rest is withdrawn, once, and the order is shipped', async () => {
    const { id, as } = await shop.paidOrder({ items: twoItems, total: twoItemsTotal })
    await shop.changeParcels(id, [{ parcelId: `${id}-1`, action: 'ship' }])
    await dispute(id, 'open')
    const { length } = await shop.reported(id)
    for (const _ of [1, 2]) await dispute(id, 'lost')
    expect((await shop.reported(id)).slice(length)).toEqual(['order-parcels-changed', 'order-status-changed'])
    expect(await shop.lastEvent(id, 'order-status-changed')).toMatchObject({
      to: 'shipped',
      actor: 'payment',
      current: { parcels: [{ isWithdrawn: false }, { isWithdrawn: true }] },
    })
    const order = await shop.load(id)
    expect(order.statusHistory.at(-1)).toMatchObject({ status: 'shipped', actor: 'payment' })
    expect(order.refunds).toEqual([])
    const { items } = await shop.read(id, as)
    expect(items.map(({ status }: { status: string }) => status)).toEqual(['shipped', 'cancelled'])
  })

  test('when the order is unknown then the event waits', async () => {
    await expect(dispute(newId(), 'open')).rejects.toThrow(NotYet)
  })
})

describe("a lost dispute about a plan's month", () => {
  const historyOf = ({ statusHistory }: Awaited<ReturnType<typeof shop.load>>) =>
    statusHistory.map(({ status, actor }) => [status, actor])

  test('when nothing was sent then the month is cancelled, once, without a refund, also when the plan ends later', async () => {
    const { id, load, lose, end } = await paidMonth()
    for (const _ of [1, 2]) await lose()
    expect(await load()).toMatchObject({ status: 'cancelled', returnedCents: 998, refunds: [] })
    expect(historyOf(await load())).toEqual([
      ['paid', 'subscription'],
      ['cancelled', 'payment'],
    ])
    // Fulfilment follows the dispute itself, and knows no order of a month.
    expect(await shop.reported(id)).toEqual([])
    await end()
    expect((await load()).statusHistory).toHaveLength(2)
  })

  test('when a part was sent then the month is shipped, and a parcel that was shipped before it does not open it', async () => {
    const { load, ship, lose } = await paidMonth()
    await ship(1)
    for (const _ of [1, 2]) await lose()
    expect(historyOf(await load()).slice(1)).toEqual([
      ['processing', 'fulfilment'],
      ['shipped', 'payment'],
    ])
    await ship(2)
    expect(await load()).toMatchObject({ status: 'shipped', statusHistory: { length: 3 } })
    const late = await paidMonth()
    await late.lose()
    await late.ship(1)
    expect(await late.load()).toMatchObject({ status: 'shipped' })
  })

  test('when the bank reverses it to won then its parcels are shipped after all', async () => {
    const { load, ship, lose, close } = await paidMonth()
    await lose()
    await close('won')
    expect(await load()).toMatchObject({ returnedCents: 0, disputes: [{ status: 'won' }] })
    await ship(1)
    expect(await load()).toMatchObject({ status: 'processing' })
    await ship(2)
    expect(await load()).toMatchObject({ status: 'shipped' })
  })

  test('when the plan ended meanwhile then its reversal to won is one task, for what was never sent', async () => {
    const { id, load, plan, ship, lose, close, end } = await paidMonth()
    await ship(1)
    await lose()
    await end()
    for (const _ of [1, 2]) await shop.handlers['plan-month-withdrawn'](eventOf(plan.withdrawn(1)))
    expect(await load()).toMatchObject({ refunds: [], returnedCents: 998 })
    for (const status of ['won', 'won', 'lost', 'won'] as const) await close(status)
    expect(await load()).toMatchObject({
      refunds: [{ amountCents: 499, status: 'failed' }],
      returnedCents: 0,
    })
    expect(await tasksOf(id)).toHaveLength(1)
    expect((await load()).outbox.map(({ type }) => type)).not.toContain('refund-requested')
  })

  test('when a parcel waits to be sent again then it is withdrawn, and none is sent again later', async () => {
    const { as, id, load, ship, change, lose } = await paidMonth()
    await ship(1)
    await ship(2)
    for (const action of ['return', 'send-again'] as const) await change(action)
    for (const _ of [1, 2]) await lose(499)
    expect(await load()).toMatchObject({ status: 'shipped', refunds: [] })
    const { items } = await shop.read(id, as)
    expect(items.map(({ status }: { status: string }) => status)).toEqual(['cancelled', 'shipped'])
    expect((await change('ship')).orders[0]?.results).toMatchObject([{ outcome: 'refused' }])
    await change('return', 2)
    expect((await change('send-again', 2)).orders[0]?.results).toMatchObject([
      { outcome: 'refused', message: expect.stringContaining('lost') },
    ])
  })
})
