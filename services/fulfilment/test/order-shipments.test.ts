import type { OrderStatus } from '@prankpost/contracts'
import { newId } from '@prankpost/service-kit/testing'
import { until } from '@prankpost/test-harness'
import { afterAll, describe, expect, test } from 'vitest'
import { orderPaid, startFixture, statusChanged } from './fixture.ts'

const fixture = await startFixture()
afterAll(() => fixture.close())

const shipmentOf = (orderId: string) => fixture.shipments.findOne({ orderId }).lean()
const dueOf = async (orderId: string) => (await shipmentOf(orderId))?.parcelsDue ?? 0

/** A paid order with this number of parcels. */
async function paidOrder(parcels = 2) {
  const paid = orderPaid(Array.from({ length: parcels }, () => ({})))
  await fixture.deliver(paid)
  return paid.subject
}

/** Delivers changes of an order's status in the given order, each with its time. */
async function change(orderId: string, ...changes: [from: OrderStatus, to: OrderStatus, second: number][]) {
  for (const [from, to, second] of changes) {
    const at = new Date(Date.UTC(2025, 5, 1, 12, 0, second))
    expect(await fixture.deliver(statusChanged({ orderId, from, to, at }))).toBeNull()
  }
}

describe('order-paid', () => {
  test('when it is delivered then its parcels are stored and due, and none is announced as shipped', async () => {
    const paid = orderPaid([{ quantity: 3 }, {}], { customMessage: 'Enjoy!' })
    expect(await fixture.deliver(paid)).toBeNull()
    const stored = await shipmentOf(paid.subject)
    expect(stored).toMatchObject({ customMessage: 'Enjoy!', parcelsTotal: 2, parcelsDue: 2, outbox: [] })
    expect(stored?.dueSince).toEqual(stored?.paidAt)
    expect(stored?.parcels.map(({ id, quantity }) => [id, quantity])).toEqual([
      [`${paid.subject}-1`, 3],
      [`${paid.subject}-2`, 1],
    ])
  })

  test('when it is delivered twice, or many times at once, then there is one shipment', async () => {
    const paid = orderPaid()
    await Promise.all(Array.from({ length: 8 }, () => fixture.deliver(paid)))
    await fixture.deliver(paid)
    expect(await fixture.shipments.countDocuments({ orderId: paid.subject })).toBe(1)
  })

  test('when it is redelivered after the parcels were shipped then they stay shipped', async () => {
    const paid = orderPaid()
    await fixture.deliver(paid)
    await change(paid.subject, ['paid', 'shipped', 1])
    await fixture.deliver(paid)
    expect(await fixture.emitted({ orderId: paid.subject })).toHaveLength(1)
    expect(await dueOf(paid.subject)).toBe(0)
  })

  test('when it is not a valid event then it becomes a dead letter, and the operator sees the reason', async () => {
    await fixture.deliverRaw('order-paid', '{"specversion":"1.0"}', 'poison-1')
    const body = await until(async () => {
      const answer = await fixture.operator('GET', '/api/admin/dead-letters/fulfilment')
      return answer.body.total === 1 ? answer.body : null
    })
    expect(body.items[0]).toMatchObject({ id: 'poison-1', event: 'order-paid', service: 'fulfilment' })
    expect(body.items[0].reason).toMatch(/Poison: not a valid order-paid/)
    const replayed = await fixture.operator('POST', '/api/admin/dead-letters/fulfilment/replay', {})
    expect(replayed.body).toEqual({ replayed: 1 })
  })
})

describe("the operator's status of an order", () => {
  test.each<[OrderStatus, OrderStatus]>([
    ['paid', 'shipped'],
    ['processing', 'delivered'],
    ['pending', 'shipped'],
    ['payment_failed', 'delivered'],
  ])('when it goes from %s to %s then each parcel is announced once, all in one write', async (from, to) => {
    const orderId = await paidOrder(3)
    const before = await shipmentOf(orderId)
    const changed = statusChanged({ orderId, from, to })
    await Promise.all([fixture.deliver(changed), fixture.deliver(changed), fixture.deliver(changed)])
    await fixture.deliver(changed)

    const after = await shipmentOf(orderId)
    expect(after?.revision).toBe((before?.revision ?? 0) + 1)
    expect(after?.parcels.map(({ eventId }) => eventId)).toEqual(after?.outbox.map(({ id }) => id))
    const emitted = await fixture.emitted({ orderId })
    expect(
      emitted.map(({ parcelId, parcelsShipped, parcelsTotal }) => [parcelId, parcelsShipped, parcelsTotal]),
    ).toEqual([1, 2, 3].map((n) => [`${orderId}-${n}`, n, 3]))
    expect(emitted[0]).toMatchObject({
      orderId,
      ownerId: before?.ownerId,
      shipmentId: String(before?._id),
      invoiceId: null,
      subscriptionId: null,
      stripeSubscriptionId: null,
      shippedAt: (changed.data as { at: string }).at,
    })
    expect([await dueOf(orderId), after?.dueSince]).toEqual([0, undefined])
  })

  test('when it is delivered after it was shipped then no event is emitted again', async () => {
    const orderId = await paidOrder()
    await change(orderId, ['paid', 'shipped', 1], ['shipped', 'delivered', 2])
    await change(orderId, ['delivered', 'processing', 3], ['processing', 'shipped', 4])
    expect(await fixture.emitted({ orderId })).toHaveLength(2)
  })

  test('when it is processing then nothing changes', async () => {
    const orderId = await paidOrder()
    await change(orderId, ['paid', 'processing', 1])
    expect([await dueOf(orderId), (await fixture.emitted({ orderId })).length]).toEqual([2, 0])
  })

  test('when it is set back to pending then nothing is due; when it is paid again then it is due since its payment', async () => {
    const orderId = await paidOrder()
    await change(orderId, ['paid', 'pending', 1])
    expect([await dueOf(orderId), (await shipmentOf(orderId))?.dueSince]).toEqual([0, undefined])
    await change(orderId, ['pending', 'processing', 2])
    const again = await shipmentOf(orderId)
    expect([again?.parcelsDue, again?.dueSince]).toEqual([2, again?.paidAt])
  })

  test('when the two arrive out of order then the later one applies', async () => {
    const orderId = await paidOrder()
    await change(orderId, ['pending', 'paid', 2], ['paid', 'pending', 1])
    expect(await dueOf(orderId)).toBe(2)
    await change(
      orderId,
      ['processing', 'cancelled', 9],
      ['paid', 'pending', 3],
      ['pending', 'processing', 4],
    )
    expect(await dueOf(orderId)).toBe(0)
  })

  test('when it was shipped before it was set back, and that event arrives later, then it is shipped', async () => {
    const orderId = await paidOrder()
    await change(orderId, ['shipped', 'pending', 2], ['paid', 'shipped', 1])
    expect([await dueOf(orderId), (await fixture.emitted({ orderId })).length]).toEqual([0, 2])
    await change(orderId, ['paid', 'pending', 0])
    expect((await shipmentOf(orderId))?.withdrawnAt).toBeNull()
  })

  test.each<[OrderStatus, OrderStatus]>([
    ['paid', 'shipped'],
    ['paid', 'pending'],
    ['pending', 'paid'],
  ])(
    'when %s to %s arrives before order-paid then it is retried until order-paid arrives',
    async (from, to) => {
      const orderId = newId()
      const changed = statusChanged({ orderId, from, to })
      expect(await fixture.deliver(changed)).toMatchObject({ name: 'NotYet' })
      await fixture.deliver(orderPaid([{}], { orderId }))
      expect(await fixture.deliver(changed)).toBeNull()
      expect((await fixture.emitted({ orderId })).length).toBe(to === 'shipped' ? 1 : 0)
      expect(await dueOf(orderId)).toBe(to === 'paid' ? 1 : 0)
    },
  )

  test.each<[OrderStatus, OrderStatus]>([
    ['payment_failed', 'pending'],
    ['shipped', 'delivered'],
    ['delivered', 'pending'],
    ['paid', 'processing'],
  ])('when %s to %s is for an order that was never announced then it does not fail', async (from, to) => {
    expect(await fixture.deliver(statusChanged({ orderId: newId(), from, to }))).toBeNull()
  })

  test("when it is for a plan's month then it is ignored", async () => {
    const changed = statusChanged({ orderId: newId(), from: 'paid', to: 'shipped', type: 'monthly' })
    expect(await fixture.deliver(changed)).toBeNull()
  })
})
