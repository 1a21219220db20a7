import { newId } from '@prankpost/service-kit/testing'
import { afterAll, describe, expect, test } from 'vitest'
import { findMissingOrders } from '../src/use-cases/find-missing.ts'
import { orderPaid, parcelsChanged, parcelsOf, startFixture, statusChanged } from './fixture.ts'

const fixture = await startFixture()
afterAll(() => fixture.close())

const shipmentOf = (orderId: string) => fixture.shipments.findOne({ orderId }).lean()
const dueOf = async (orderId: string) => (await shipmentOf(orderId))?.parcelsDue ?? 0
const sent = async (orderId: string) =>
  (await fixture.emitted({ orderId })).map(({ parcelId, parcelsShipped, parcelsTotal, contact }) => [
    parcelId.replace(orderId, ''),
    parcelsShipped,
    parcelsTotal,
    contact.city,
  ])
const cities = async (orderId: string) =>
  (await shipmentOf(orderId))?.parcels.map(({ contact, withdrawnAt }) =>
    withdrawnAt ? 'withdrawn' : contact.city,
  )

async function paidOrder(parcels = 2) {
  const paid = orderPaid(Array.from({ length: parcels }, () => ({})))
  await fixture.deliver(paid)
  return paid.subject
}
const salem = { city: 'Salem', zipCode: '97301' }
const shipped = (orderId: string, current?: ReturnType<typeof parcelsOf>) =>
  statusChanged({ orderId, from: 'paid', to: 'shipped', ...(current && { current }) })

describe('order-parcels-changed', () => {
  test('when an address is corrected then the parcel has it, all of them are due, and nothing is emitted', async () => {
    const orderId = await paidOrder()
    const place = { ...salem, address2: 'Apt 3' }
    const event = parcelsChanged(orderId, parcelsOf(orderId, 1, [place, {}]))
    expect(await fixture.deliver(event)).toBeNull()
    const stored = await shipmentOf(orderId)
    expect(stored).toMatchObject({ parcelsRevision: 1, parcelsDue: 2, outbox: [] })
    expect(stored?.parcels[0]?.contact).toMatchObject({ name: 'Gerald Snail', ...place })
    expect(await cities(orderId)).toEqual(['Salem', 'Bend'])
  })

  test('when it is delivered twice, or many times at once, then it is written once', async () => {
    const orderId = await paidOrder()
    const before = await shipmentOf(orderId)
    const event = parcelsChanged(orderId, parcelsOf(orderId, 1, [salem, {}]))
    await Promise.all(Array.from({ length: 6 }, () => fixture.deliver(event)))
    expect(await fixture.deliver(event)).toBeNull()
    expect((await shipmentOf(orderId))?.revision).toBe((before?.revision ?? 0) + 1)
  })

  test('when two arrive out of order then the one with the higher revision applies', async () => {
    const orderId = await paidOrder()
    await fixture.deliver(parcelsChanged(orderId, parcelsOf(orderId, 2, [{ city: 'Elko' }, 'withdrawn'])))
    await fixture.deliver(parcelsChanged(orderId, parcelsOf(orderId, 1, [salem, {}])))
    expect([await cities(orderId), await dueOf(orderId)]).toEqual([['Elko', 'withdrawn'], 1])
  })

  test('when a parcel is withdrawn then it is not due; when all are then nothing is', async () => {
    const orderId = await paidOrder(3)
    await fixture.deliver(parcelsChanged(orderId, parcelsOf(orderId, 1, ['withdrawn', {}, {}])))
    expect([await dueOf(orderId), await cities(orderId)]).toEqual([2, ['withdrawn', 'Bend', 'Bend']])
    const { parcelsDue } = (await fixture.operator('GET', '/api/admin/shipment-stats')).body
    await fixture.deliver(
      parcelsChanged(orderId, parcelsOf(orderId, 2, ['withdrawn', 'withdrawn', 'withdrawn'])),
    )
    expect([await dueOf(orderId), (await shipmentOf(orderId))?.dueSince]).toEqual([0, undefined])
    const after = (await fixture.operator('GET', '/api/admin/shipment-stats')).body
    expect(parcelsDue - after.parcelsDue).toBe(2)
  })

  test('when it arrives after the parcels were shipped then they keep the address that they were sent to', async () => {
    const orderId = await paidOrder()
    await fixture.deliver(shipped(orderId))
    expect(
      await fixture.deliver(parcelsChanged(orderId, parcelsOf(orderId, 1, [salem, 'withdrawn']))),
    ).toBeNull()
    expect(await cities(orderId)).toEqual(['Bend', 'Bend'])
  })

  test('when the tracking number of a sent parcel is removed then it is removed here, too, unless the event does not say it', async () => {
    const orderId = await paidOrder(1)
    await fixture.deliver(shipped(orderId))
    const track = async (revision: number, tracking: object) => {
      const { parcels } = parcelsOf(orderId, revision, [{}])
      const state = { parcelsRevision: revision, parcels: parcels.map((one) => ({ ...one, ...tracking })) }
      await fixture.deliver(parcelsChanged(orderId, state))
      return (await shipmentOf(orderId))?.parcels.map(({ carrier, trackingNumber }) => [
        carrier,
        trackingNumber,
      ])
    }
    expect(await track(1, { carrier: 'UPS', trackingNumber: 'T-1' })).toEqual([['UPS', 'T-1']])
    expect(await track(2, {})).toEqual([['UPS', 'T-1']])
    expect(await track(3, { carrier: null, trackingNumber: null })).toEqual([[null, null]])
  })

  test('when it arrives before order-paid then it is retried until order-paid arrives', async () => {
    const orderId = newId()
    const event = parcelsChanged(orderId, parcelsOf(orderId, 1, [salem, 'withdrawn']))
    expect(await fixture.deliver(event)).toMatchObject({ name: 'NotYet' })
    await fixture.deliver(orderPaid([{}, {}], { orderId }))
    expect(await fixture.deliver(event)).toBeNull()
    expect([await cities(orderId), await dueOf(orderId)]).toEqual([['Salem', 'withdrawn'], 1])
  })

  test('when order-paid is redelivered after a correction then the correction stays', async () => {
    const paid = orderPaid()
    await fixture.deliver(paid)
    await fixture.deliver(parcelsChanged(paid.subject, parcelsOf(paid.subject, 1, [salem])))
    await fixture.deliver(paid)
    expect(await cities(paid.subject)).toEqual(['Salem'])
  })

  test('when it is not a valid event then it becomes a dead letter', async () => {
    await fixture.deliverRaw('order-parcels-changed', '{"specversion":"1.0"}', 'poison-parcels')
    await expect
      .poll(async () => (await fixture.operator('GET', '/api/admin/dead-letters/fulfilment')).body.items)
      .toEqual([expect.objectContaining({ id: 'poison-parcels', reason: expect.stringMatching(/Poison/) })])
  })

  test('when its message was lost then reconciliation applies it once', async () => {
    const [lost, known, never] = [await paidOrder(), await paidOrder(), newId()]
    const events = [lost, known].map((id) => parcelsChanged(id, parcelsOf(id, 1, [salem, 'withdrawn'])))
    await fixture.deliver(events[1] as never)
    const opened = orderPaid([{}, {}], { orderId: never })
    const change = parcelsChanged(never, parcelsOf(never, 1, [salem, {}]))
    const reported = [...events, opened, change].map(({ type, data }) => ({ type, data }))
    const repaired: unknown[] = []
    const reconcile = () =>
      findMissingOrders(
        reported as never,
        async (kind, about, run) => {
          repaired.push([kind, about.orderId])
          await run()
        },
        fixture.deps,
      )
    await reconcile()
    expect(repaired).toEqual([
      ['order-without-shipment', never],
      ['parcels-not-updated', lost],
      ['parcels-not-updated', never],
    ])
    expect([await cities(lost), await cities(never)]).toEqual([
      ['Salem', 'withdrawn'],
      ['Salem', 'Bend'],
    ])
    await reconcile()
    expect(repaired).toHaveLength(3)
  })
})

describe('order-status-changed with the present parcels', () => {
  test('when it is shipped then corrections apply first, and a withdrawn parcel is not shipped', async () => {
    const orderId = await paidOrder(3)
    const event = shipped(orderId, parcelsOf(orderId, 4, [salem, 'withdrawn', {}]))
    await Promise.all([fixture.deliver(event), fixture.deliver(event)])
    await fixture.deliver(event)
    expect(await sent(orderId)).toEqual([
      ['-1', 1, 2, 'Salem'],
      ['-3', 2, 2, 'Bend'],
    ])
    const stored = await shipmentOf(orderId)
    expect(stored).toMatchObject({ parcelsRevision: 4 })
    expect([stored?.parcels[1]?.shippedAt, stored?.parcelsDue]).toEqual([null, undefined])
    // The events of the corrections arrive late.
    await fixture.deliver(parcelsChanged(orderId, parcelsOf(orderId, 3, [{}, {}, {}])))
    await fixture.deliver(parcelsChanged(orderId, parcelsOf(orderId, 4, [salem, 'withdrawn', {}])))
    expect(await cities(orderId)).toEqual(['Salem', 'withdrawn', 'Bend'])
    expect(await sent(orderId)).toHaveLength(2)
  })

  test('when its parcels are older than the stored ones then the stored ones are shipped', async () => {
    const orderId = await paidOrder()
    await fixture.deliver(parcelsChanged(orderId, parcelsOf(orderId, 5, [salem, 'withdrawn'])))
    await fixture.deliver(shipped(orderId, parcelsOf(orderId, 4, [{}, {}])))
    expect(await sent(orderId)).toEqual([['-1', 1, 1, 'Salem']])
  })

  test('when it is an event of an earlier version then withdrawn parcels stay unsent', async () => {
    const orderId = await paidOrder()
    await fixture.deliver(parcelsChanged(orderId, parcelsOf(orderId, 1, ['withdrawn', {}])))
    await fixture.deliver(shipped(orderId))
    expect(await sent(orderId)).toEqual([['-2', 1, 1, 'Bend']])
  })

  test('when a cancelled order has no parcel left then nothing is due, and shipping it later sends nothing', async () => {
    const orderId = await paidOrder()
    const current = parcelsOf(orderId, 1, ['withdrawn', 'withdrawn'])
    await fixture.deliver(statusChanged({ orderId, from: 'paid', to: 'cancelled', current }))
    expect([await dueOf(orderId), await cities(orderId)]).toEqual([0, ['withdrawn', 'withdrawn']])
    await fixture.deliver(statusChanged({ orderId, from: 'pending', to: 'shipped', current }))
    expect(await sent(orderId)).toEqual([])
  })

  test.each(['order-status-changed', 'its parcels in the reconciliation'])(
    'when a pending order was set to shipped and %s says when then its parcels are shipped once, and can be sent again',
    async (by) => {
      const orderId = await paidOrder()
      await fixture.deliver(statusChanged({ orderId, from: 'paid', to: 'pending' }))
      const shippedAt = new Date().toISOString()
      const { parcels } = parcelsOf(orderId, 1, [salem, {}])
      const current = { parcelsRevision: 1, parcels: parcels.map((one) => ({ ...one, shippedAt })) }
      const event =
        by === 'order-status-changed'
          ? statusChanged({ orderId, from: 'pending', to: 'shipped', current })
          : parcelsChanged(orderId, current)
      for (const _ of [1, 2]) await fixture.deliver(event)
      expect(await sent(orderId)).toEqual([
        ['-1', 1, 2, 'Salem'],
        ['-2', 2, 2, 'Bend'],
      ])
      expect(await shipmentOf(orderId)).toMatchObject({ withdrawnAt: null, lastShippedAt: expect.any(Date) })
    },
  )

  test('when an unpaid order is cancelled then its parcels are withdrawn, and reconciliation finds nothing', async () => {
    const orderId = await paidOrder()
    await fixture.deliver(statusChanged({ orderId, from: 'paid', to: 'pending' }))
    const current = parcelsOf(orderId, 1, ['withdrawn', 'withdrawn'])
    const cancelled = statusChanged({ orderId, from: 'pending', to: 'cancelled', current })
    for (const _ of [1, 2]) expect(await fixture.deliver(cancelled)).toBeNull()
    expect(await shipmentOf(orderId)).toMatchObject({ parcelsRevision: 1, withdrawnAt: expect.any(Date) })
    expect(await cities(orderId)).toEqual(['withdrawn', 'withdrawn'])
    // An order that was never announced has no shipment.
    expect(
      await fixture.deliver(statusChanged({ orderId: newId(), from: 'pending', to: 'cancelled' })),
    ).toBeNull()
  })

  test('when the status is late then its newer parcels still apply', async () => {
    const orderId = await paidOrder()
    const at = (second: number) => new Date(Date.UTC(2025, 5, 1, 12, 0, second))
    await fixture.deliver(statusChanged({ orderId, from: 'pending', to: 'paid', at: at(9) }))
    const current = parcelsOf(orderId, 1, [salem, {}])
    await fixture.deliver(statusChanged({ orderId, from: 'paid', to: 'pending', at: at(1), current }))
    expect([await dueOf(orderId), await cities(orderId)]).toEqual([2, ['Salem', 'Bend']])
  })
})
