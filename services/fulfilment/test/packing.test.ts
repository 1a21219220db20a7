import { newId } from '@prankpost/service-kit/testing'
import { mongo } from 'mongoose'
import { afterAll, describe, expect, test } from 'vitest'
import { numberOf, orderPaid, parcelsChanged, parcelsOf, startFixture } from './fixture.ts'

const { EJSON } = mongo.BSON
const fixture = await startFixture()
const { packs, packed } = fixture.others
afterAll(() => fixture.close())

const shipmentOf = (orderId: string) => fixture.shipments.findOne({ orderId }).lean()
const salem = { city: 'Salem', zipCode: '97301', address2: 'Apt 3' }

async function paidOrder(parcels = 1) {
  const paid = orderPaid(Array.from({ length: parcels }, () => ({})))
  await fixture.deliver(paid)
  return paid.subject
}
const idsOf = (orderId: string, count = 1) => Array.from({ length: count }, (_, n) => `${orderId}-${n + 1}`)
/** What was written for an order: its references and events. */
const printed = async (orderId: string) => {
  const { references = [], outbox = [] } = (await shipmentOf(orderId)) ?? {}
  return [references.length, outbox.length]
}

describe('packing before printing', () => {
  test('when parcels of several orders and of a plan are printed then each order is packed once', async () => {
    const [a, b] = [await paidOrder(2), await paidOrder()]
    const plan = await fixture.plan()
    const { parcelId } = (await fixture.ship(plan)).body
    const { status, pages } = await fixture.print('labels', [...idsOf(a, 2), parcelId, ...idsOf(b)])
    expect([status, pages.length]).toEqual([200, 4])
    expect(packed.at(-1)?.toSorted()).toEqual([a, b].toSorted())
  })

  test("when only a plan's parcel is printed then order is not called", async () => {
    const { parcelId } = (await fixture.ship(await fixture.plan())).body
    const calls = packed.length
    expect((await fixture.print('slips', [parcelId])).status).toBe(200)
    expect(packed).toHaveLength(calls)
  })

  test('when order has a newer address then it is printed and stored, without waiting for its event', async () => {
    const orderId = await paidOrder(2)
    const state = parcelsOf(orderId, 2, [salem, {}])
    packs.set(orderId, state as never)
    const { pages } = await fixture.print('labels', idsOf(orderId, 2))
    expect(pages[0]?.lines.slice(2, 6)).toEqual(['Gerald Snail', '1 Garden Path', 'Apt 3', 'Salem OR 97301'])
    const stored = await shipmentOf(orderId)
    expect(stored).toMatchObject({ parcelsRevision: 2, parcels: [{ contact: salem }, {}] })
    await fixture.deliver(parcelsChanged(orderId, state))
    await fixture.deliver(parcelsChanged(orderId, parcelsOf(orderId, 1, [{}, {}])))
    expect((await shipmentOf(orderId))?.revision).toBe(stored?.revision)
  })

  test('when the stored address is newer than the answer then the stored one is printed', async () => {
    const orderId = await paidOrder()
    await fixture.deliver(parcelsChanged(orderId, parcelsOf(orderId, 2, [salem])))
    packs.set(orderId, parcelsOf(orderId, 1, [{}]) as never)
    expect((await fixture.print('labels', idsOf(orderId))).pages[0]?.lines).toContain('Salem OR 97301')
  })

  test('when it is repeated then it prints the same, and the label says REPRINT', async () => {
    const orderId = await paidOrder()
    packs.set(orderId, parcelsOf(orderId, 1, [salem]) as never)
    const lines = async (kind: 'labels' | 'slips') =>
      (await fixture.print(kind, idsOf(orderId))).pages.flatMap((page) => page.lines)
    const [slip, label] = [await lines('slips'), await lines('labels')]
    expect(await lines('slips')).toEqual(slip)
    expect(await lines('labels')).toEqual(label.toSpliced(1, 0, 'REPRINT'))
  })

  test('when more orders are printed than one call packs then all of them are packed', async () => {
    // The others are copies of what is stored for one.
    const orderId = await paidOrder()
    const copyIds = Array.from({ length: 101 }, newId)
    const template = await fixture.shipments.collection.findOne({ orderId })
    const stored = EJSON.stringify(template, { relaxed: false })
    await fixture.shipments.collection.insertMany(
      copyIds.map((id) =>
        EJSON.parse(stored.replaceAll(orderId, id).replaceAll(String(template?._id), newId())),
      ),
    )
    const orderIds = [orderId, ...copyIds]
    const calls = packed.length
    const { pages } = await fixture.print(
      'labels',
      orderIds.flatMap((id) => idsOf(id)),
    )
    expect(pages).toHaveLength(102)
    expect(packed.slice(calls).map((ids) => ids.length)).toEqual([100, 2])
    expect(packed.slice(calls).flat().toSorted()).toEqual(orderIds.toSorted())
  })
})

describe('orders that cannot be packed', () => {
  test('when one is cancelled and one is disputed then both are named, and nothing is printed or drawn', async () => {
    const [good, bad, worse] = [await paidOrder(), await paidOrder(), await paidOrder()]
    packs.set(bad, { packed: false, message: 'It was cancelled.' })
    packs.set(worse, { packed: false, message: 'It has an open dispute.' })
    const { status, message } = await fixture.print(
      'labels',
      [good, bad, worse].flatMap((id) => idsOf(id)),
    )
    expect(status).toBe(409)
    expect(message).toMatch(/^Nothing was printed\. /)
    expect(message).toContain(`${numberOf(bad)}: It was cancelled.`)
    expect(message).toContain(`${numberOf(worse)}: It has an open dispute.`)
    expect(message).toMatch(/ The other orders are packed already: print them without these\.$/)
    expect(message).not.toContain(numberOf(good))
    for (const id of [good, bad, worse]) expect(await printed(id)).toEqual([0, 0])
    expect((await fixture.print('labels', idsOf(good))).status).toBe(200)
  })

  test('when an order cannot be packed any more because it was cancelled then its withdrawn parcels are stored', async () => {
    const orderId = await paidOrder()
    packs.set(orderId, { packed: false, ...parcelsOf(orderId, 1, ['withdrawn']) } as never)
    expect((await fixture.print('slips', idsOf(orderId))).status).toBe(409)
    expect((await shipmentOf(orderId))?.parcelsDue).toBeUndefined()
  })

  test('when a requested parcel is withdrawn then it is a 409 that names its order; the others can be printed', async () => {
    const orderId = await paidOrder(2)
    packs.set(orderId, parcelsOf(orderId, 1, ['withdrawn', {}]) as never)
    const [withdrawn = '', other = ''] = idsOf(orderId, 2)
    expect(await fixture.print('labels', [other, withdrawn])).toMatchObject({
      status: 409,
      message: `Nothing was printed. ${numberOf(orderId)}: The parcel for Gerald Snail was withdrawn.`,
    })
    expect(await printed(orderId)).toEqual([0, 0])
    expect((await fixture.print('labels', [other])).pages).toHaveLength(1)
  })

  test.each(['labels', 'slips'] as const)(
    'when one of the parcels is held then no order is packed for %s, and nothing is printed',
    async (kind) => {
      const [good, other] = [await paidOrder(), await paidOrder(2)]
      const { parcels } = parcelsOf(other, 1, [{}, {}])
      const held = parcels.map((parcel, n) => ({ ...parcel, heldBecause: n === 0 ? 'Torn box' : null }))
      await fixture.deliver(parcelsChanged(other, { parcelsRevision: 1, parcels: held }))
      const calls = packed.length
      expect(await fixture.print(kind, [...idsOf(good), ...idsOf(other, 2)])).toMatchObject({
        status: 409,
        message: 'Nothing was printed. The parcel for Gerald Snail is held: Torn box',
      })
      expect(packed).toHaveLength(calls)
      expect(await printed(good)).toEqual([0, 0])
    },
  )

  test('when many cannot be packed then ten are named, and the others are counted', async () => {
    const orderIds: string[] = []
    for (let n = 0; n < 12; n++) orderIds.push(await paidOrder())
    for (const id of orderIds) packs.set(id, { packed: false })
    const { message } = await fixture.print(
      'labels',
      orderIds.flatMap((id) => idsOf(id)),
    )
    expect(message?.match(/PP-/g)).toHaveLength(10)
    expect(message).toMatch(/And 2 more\.$/)
  })

  test('when order does not know an order then it is a 409', async () => {
    const orderId = await paidOrder()
    packs.set(orderId, null)
    expect(await fixture.print('labels', idsOf(orderId))).toMatchObject({
      status: 409,
      message: 'Nothing was printed. One of the orders does not exist any more.',
    })
  })

  test('when order is unavailable then it is a 503 and nothing is drawn; later it prints', async () => {
    const orderId = await paidOrder()
    fixture.others.isUnavailable = true
    try {
      expect((await fixture.print('labels', idsOf(orderId))).status).toBe(503)
      expect(await printed(orderId)).toEqual([0, 0])
    } finally {
      fixture.others.isUnavailable = false
    }
    expect((await fixture.print('labels', idsOf(orderId))).status).toBe(200)
  })

  test('when a parcel is not known then order is not called', async () => {
    const orderId = await paidOrder()
    const calls = packed.length
    expect((await fixture.print('labels', [...idsOf(orderId), 'unknown'])).status).toBe(404)
    expect(packed).toHaveLength(calls)
  })
})
