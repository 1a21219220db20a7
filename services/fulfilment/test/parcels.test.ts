import { defaultShopSettings } from '@prankpost/contracts'
import { createEmitter } from '@prankpost/messaging'
import { afterAll, describe, expect, test } from 'vitest'
import { backfillQueue } from '../src/use-cases/backfill-queue.ts'
import { findMissingOrders } from '../src/use-cases/find-missing.ts'
import { disputeChanged, orderPaid, parcelsChanged, parcelsOf, sender, statusChanged } from './fixture.ts'
import { startQueue } from './queue.ts'

const fixture = await startQueue()
afterAll(() => fixture.close())
const { deliver, operator, others, shipments } = fixture
const { paidOrder, drawnPlan, print, post, send, list, read, stateOf } = fixture

describe('the queue', () => {
  test('when parcels of orders and of a drawn plan wait then they are in one list, earliest promise first, without the payer', async () => {
    const paidAt = new Date(Date.now() - 50 * 3_600_000)
    const late = await paidOrder(2, { paidAt: paidAt.toISOString() })
    const { ids } = await drawnPlan()
    const { items } = await list('status=to_pack&limit=200')
    const own = items.filter(({ id }) => [...late.ids, ...ids].includes(id))
    expect(own.map(({ id }) => id)).toEqual([...late.ids, ...ids])
    expect(own[0]).toMatchObject({
      type: 'once',
      orderId: late.orderId,
      recipient: { name: 'Gerald Snail', state: 'OR' },
      paidAt: paidAt.toISOString(),
      shipBy: new Date(paidAt.getTime() + 24 * 3_600_000).toISOString(),
    })
    expect(own.at(-1)).toMatchObject({
      type: 'plan',
      prank: { name: 'Raw Potato' },
      recipient: null,
      orderId: null,
    })
    expect(JSON.stringify(items)).not.toContain(sender.email)
    const ofPlan = await list('status=to_pack&type=plan&limit=200')
    expect(ofPlan.items.every(({ type }) => type === 'plan')).toBe(true)
  })

  test('when it is paged by two then each parcel is listed once, and the total counts parcels', async () => {
    const day = '2020-01-02'
    const paidAt = '2020-01-01T10:00:00.000Z'
    const ids = [(await paidOrder(3, { paidAt })).ids, (await paidOrder(2, { paidAt })).ids].flat()
    const seen: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await list(`status=to_pack&shipBy=${day}&limit=2${cursor && `&cursor=${cursor}`}`)
      expect(page.total).toBe(5)
      seen.push(...page.items.map(({ id }) => id))
      cursor = page.nextCursor
    }
    expect(seen.toSorted()).toEqual(ids.toSorted())
    const totalBefore = async (time: string) => (await list(`status=to_pack&shipBy=${day}T${time}Z`)).total
    expect([await totalBefore('10:00:00'), await totalBefore('10:00:01')]).toEqual([0, 5])
    const first = await operator('GET', '/api/admin/parcels?cursor=nonsense')
    expect(first.status).toBe(400)
  })

  test('when it is searched then the beginnings of words of recipient, reference and tracking number match', async () => {
    const contact = { name: 'Zebulon Quux', address: '2 Path', city: 'Reno', state: 'NV', zipCode: '89501' }
    const paid = orderPaid([{ contact }, {}])
    await deliver(paid)
    const [id = ''] = [`${paid.subject}-1`]
    const found = async (query: string) => (await list(query)).items.map((one) => one.id)
    expect(await found('q=zebu')).toEqual([id])
    expect(await found('q=quux%20zeb&state=nv')).toEqual([id])
    expect(await found('q=zebu&state=OR')).toEqual([])
    await print([id])
    const { reference } = (await read(id)) ?? {}
    expect(await found(`q=${reference}&status=label_printed`)).toEqual([id])
  })

  test('when all states are searched then the latest promise is first; what is to be packed begins with the earliest', async () => {
    const contact = { name: 'Xerxes Later', address: '2 Path', city: 'Reno', state: 'NV', zipCode: '89501' }
    const ids: string[] = []
    for (const day of ['03', '05', '04']) {
      const paid = orderPaid([{ contact }], { paidAt: `2026-03-${day}T10:00:00.000Z` })
      await deliver(paid)
      ids.push(`${paid.subject}-1`)
    }
    const [third, fifth, fourth] = ids
    const found = async (query: string) => (await list(query)).items.map((one) => one.id)
    const first = await list('q=xerxes&limit=2')
    expect([first.total, first.items.map((one) => one.id)]).toEqual([3, [fifth, fourth]])
    expect(await found(`q=xerxes&limit=2&cursor=${first.nextCursor}`)).toEqual([third])
    expect(await found('q=xerxes&status=to_pack')).toEqual([third, fourth, fifth])
  })

  test('when a dispute opens or the order is not paid after all then the stored rows follow in the same write', async () => {
    const { orderId, ids } = await paidOrder()
    const [id = ''] = ids
    await deliver(disputeChanged({ orderId }, 'open'))
    expect(await read(id)).toMatchObject({ state: 'held', heldBecause: expect.stringContaining('dispute') })
    await deliver(disputeChanged({ orderId }, 'won', { second: 1 }))
    expect(await stateOf(id)).toBe('to_pack')
    await deliver(statusChanged({ orderId, from: 'paid', to: 'pending' }))
    expect(await stateOf(id)).toBe('withdrawn')
  })
})

describe('shipments of earlier versions', () => {
  test('when the service starts then they enter the queue, and a second run changes nothing', async () => {
    const { orderId, ids } = await paidOrder()
    await shipments.updateOne({ orderId }, { $unset: { queue: 1, shipBy: 1 } })
    await backfillQueue(fixture.deps)
    expect(await stateOf(ids[0] ?? '')).toBe('to_pack')
    const { revision } = (await shipments.findOne({ orderId }).lean()) ?? {}
    await backfillQueue(fixture.deps)
    expect((await shipments.findOne({ orderId }).lean())?.revision).toBe(revision)
  })
})

describe('a delivery on the page of the order', () => {
  const delivered = (parcelId: string, over: object = {}) =>
    createEmitter('order')('parcel-delivered', parcelId, {
      orderId: parcelId.slice(0, 24),
      ownerId: null,
      parcelId,
      deliveredAt: '2026-01-02T10:00:00.000Z',
      ...over,
    })

  test('when it is reported, twice, then the queue shows it; before the parcel is shipped it waits; unknown ones are ignored', async () => {
    const { orderId, ids } = await paidOrder()
    const [id = ''] = ids
    expect(await deliver(delivered(id))).not.toBeNull()
    await deliver(statusChanged({ orderId, from: 'paid', to: 'delivered' }))
    for (let n = 0; n < 2; n++) expect(await deliver(delivered(id))).toBeNull()
    expect(await stateOf(id)).toBe('delivered')
    expect(await deliver(delivered(`${'f'.repeat(24)}-1`))).toBeNull()
  })

  test('when it is taken back, and reported again, then the queue shows the newest, in any order of delivery', async () => {
    const reports = [{}, { isTakenBack: true }, { deliveredAt: '2026-01-03T10:00:00.000Z' }]
    const shown = async (order: number[]) => {
      const { orderId, ids } = await paidOrder()
      const [id = ''] = ids
      await deliver(statusChanged({ orderId, from: 'paid', to: 'delivered' }))
      for (const n of order) {
        const time = new Date(Date.now() + n * 60_000)
        for (const _ of [1, 2]) await deliver({ ...delivered(id, reports[n]), time })
      }
      const { state, deliveredAt } = (await read(id)) ?? {}
      return [state, deliveredAt]
    }
    for (const order of [
      [0, 1],
      [1, 0],
    ])
      expect(await shown(order)).toEqual(['shipped', null])
    for (const order of [
      [0, 1, 2],
      [0, 2, 1],
      [2, 1, 0],
      [1, 2, 0],
    ])
      expect(await shown(order)).toEqual(['delivered', '2026-01-03T10:00:00.000Z'])
  })

  test('when the events were lost then reconciliation applies them, once, and tries those of unsent parcels again', async () => {
    const [lost, back, known, unsent] = await Promise.all([1, 2, 3, 4].map(() => paidOrder()))
    const begin = Date.now()
    const at = (n: number) => ({ at: new Date(begin + n).toISOString() })
    const idOf = (order = lost) => order?.ids[0] ?? ''
    for (const order of [lost, back, known])
      await deliver(statusChanged({ orderId: order?.orderId ?? '', from: 'paid', to: 'shipped' }))
    await deliver(delivered(idOf(back), at(1)))
    await deliver(delivered(idOf(known), at(1)))
    const reported = [
      delivered(idOf(lost), at(1)),
      delivered(idOf(back), { ...at(2), isTakenBack: true }),
      delivered(idOf(known), at(0)),
      delivered(idOf(unsent), at(1)),
      delivered(`${'f'.repeat(24)}-1`, at(1)),
    ].map(({ type, data }) => ({ type, data }))
    const found: unknown[] = []
    const failed: unknown[] = []
    const reconcile = () =>
      findMissingOrders(
        reported as never,
        async (kind, { parcelId }, run) => {
          found.push([kind, parcelId])
          await run().catch((error) => failed.push([parcelId, error.name]))
        },
        fixture.deps,
      )
    const states = () => Promise.all([lost, back, known].map((order) => stateOf(idOf(order))))
    await reconcile()
    expect(found).toEqual([lost, back, unsent].map((order) => ['parcels-not-updated', idOf(order)]))
    expect(failed).toEqual([[idOf(unsent), 'NotYet']])
    expect(await states()).toEqual(['delivered', 'shipped', 'delivered'])
    await deliver(statusChanged({ orderId: unsent?.orderId ?? '', from: 'paid', to: 'shipped' }))
    for (const _ of [1, 2]) await reconcile()
    expect(found.slice(3)).toEqual([['parcels-not-updated', idOf(unsent)]])
    expect([await stateOf(idOf(unsent)), failed.length]).toEqual(['delivered', 1])
  })

  test('when it is reported once more after the parcel was reported as returned then the queue shows it', async () => {
    const { orderId, ids } = await paidOrder()
    const [id = ''] = ids
    await deliver(statusChanged({ orderId, from: 'paid', to: 'delivered' }))
    const isBack = { 'parcels.$.returnedAt': new Date(), 'parcels.$.deliveredAt': null }
    await shipments.updateOne({ 'parcels.id': id }, { $set: isBack })
    expect(await deliver(delivered(id, { wasReported: true }))).toBeNull()
    expect(await stateOf(id)).toBe('delivered')
  })

  test('when it is delivered late or twice, after the parcel was reported as returned, then the parcel stays returned', async () => {
    const { orderId, ids } = await paidOrder()
    const [id = ''] = ids
    await deliver(statusChanged({ orderId, from: 'paid', to: 'delivered' }))
    const event = { ...delivered(id), time: new Date(Date.now() - 60_000) }
    expect(await deliver(event)).toBeNull()
    const isBack = { 'parcels.$.returnedAt': new Date(), 'parcels.$.deliveredAt': null }
    await shipments.updateOne({ 'parcels.id': id }, { $set: isBack })
    expect(await deliver(event)).toBeNull()
    const shipment = await shipments.findOne({ 'parcels.id': id }).lean()
    expect(shipment?.parcels[0]).toMatchObject({ returnedAt: expect.any(Date), deliveredAt: null })
  })
})

describe('printing', () => {
  test('when operators set sender and return address then the labels printed from then on show them', async () => {
    const settings = { ...defaultShopSettings, sender: 'Box 42', returnAddress: 'PO Box 100\nBend, OR 97701' }
    const change = (version: number, over: object) =>
      deliver(
        createEmitter('catalog')('shop-changed', 'shop', {
          ...{ ...settings, ...over, version, changedAt: new Date().toISOString() },
        }),
      )
    await change(2, {})
    await change(1, { sender: 'An earlier one' })
    const { ids } = await paidOrder()
    const [label = [], slip = []] = await (await print(ids)).pages()
    expect(label.slice(0, 3)).toEqual(['Box 42', 'PO Box 100', 'Bend, OR 97701'])
    expect(slip.join()).not.toContain('Box 42')
    await change(3, { sender: null, returnAddress: null })
    expect((await (await print(ids)).pages())[0]?.[0]).toMatch(/^Parcel Services/)
  })

  test('when labels are printed then each has a slip, nothing is shipped, and the second time it is a reprint', async () => {
    const { ids: once } = await paidOrder()
    const { plan, ids } = await drawnPlan(1)
    const pages = await (await print([...once, ...ids])).pages()
    expect(pages.map(([first]) => first)).toEqual([
      'Parcel Services',
      expect.stringContaining('PACKING SLIP'),
      'Parcel Services',
      expect.stringContaining('PACKING SLIP'),
    ])
    expect(pages.flat().join()).not.toMatch(/REPRINT|canary/i)
    const [id = ''] = ids
    expect(await read(id)).toMatchObject({
      state: 'label_printed',
      prints: 1,
      recipient: { name: 'Gerald Snail' },
      shippedAt: null,
    })
    expect((await (await print(once)).pages())[0]?.join()).toContain('REPRINT')
    const swap = `/api/subscriptions/${plan.subscriptionId}/draw/1/swap`
    expect((await fixture.own(plan, 'POST', swap)).status).toBe(409)
    expect((await post('pick-list', { ids: [...once, ...ids] })).body).toEqual({
      items: [{ prankId: expect.any(String), name: 'Raw Potato', quantity: 2, parcels: 2 }],
    })
  })

  test('when parcels are held, withdrawn or sent then the pick list has only the others', async () => {
    const sent = (await paidOrder()).ids
    await print(sent)
    await send(...sent)
    const [held = ''] = (await paidOrder()).ids
    await post(`${held}/hold`, { reason: 'Torn box' })
    const { orderId, ids } = await paidOrder(2)
    await deliver(parcelsChanged(orderId, parcelsOf(orderId, 1_000, [{}, 'withdrawn'])))
    const pick = async (wanted: string[]) => (await post('pick-list', { ids: wanted })).body.items
    expect(await pick([...sent, held, ...ids])).toMatchObject([{ quantity: 1, parcels: 1 }])
    expect(await pick([held])).toEqual([])
  })

  test('when the drawn target of a plan was removed then another one is drawn; without one, the slot is held, and no order is packed', async () => {
    const { plan, ids } = await drawnPlan(1)
    const month = await shipments.findOne({ ownerId: plan.ownerId }).lean()
    others.targets.delete(month?.draw?.[0]?.contactId ?? '')
    const { orderId, ids: once } = await paidOrder()
    expect(await print([...once, ...ids])).toMatchObject({
      status: 409,
      text: expect.stringContaining('no target'),
    })
    expect(others.packed.flat()).not.toContain(orderId)
    expect(await stateOf(ids[0] ?? '')).toBe('held')

    fixture.target(plan.ownerId, { name: 'Penelope' })
    const pages = await (await print(ids)).pages()
    expect(pages[0]?.join(' ')).toContain('Penelope')
  })

  test('when one is held, withdrawn or unknown then nothing is printed', async () => {
    const { orderId, ids } = await paidOrder(2)
    const [first = '', second = ''] = ids
    await post(`${first}/hold`, { reason: 'Torn box' })
    expect(await print(ids)).toMatchObject({ status: 409, text: expect.stringContaining('Torn box') })
    await deliver(parcelsChanged(orderId, parcelsOf(orderId, 1_000, [{}, 'withdrawn'])))
    expect((await print([second])).status).toBe(409)
    expect((await print(['no-such-parcel'])).status).toBe(404)
    expect(await stateOf(second)).toBe('withdrawn')
  })
})
