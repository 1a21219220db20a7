import { NotYet } from '@prankpost/messaging'
import { deletionRequested, exportRequested, newId } from '@prankpost/service-kit/testing'
import { until } from '@prankpost/test-harness'
import { afterAll, describe, expect, test } from 'vitest'
import {
  cancelled,
  disputeChanged,
  invoiceOf,
  month,
  orderPaid,
  orderRecovered,
  parcelsChanged,
  parcelsOf,
  startFixture,
  statusChanged,
  type TestPlan,
} from './fixture.ts'

const fixture = await startFixture()
afterAll(() => fixture.close())

const paid = (orderId: string, ownerId: string) =>
  orderPaid([{}], { orderId, ownerId, customMessage: 'With love' })
const shipped = (orderId: string, ownerId: string) =>
  statusChanged({ orderId, ownerId, from: 'paid', to: 'shipped' })
const kept = async (orderId: string) => {
  const { outbox: _sent, ...shipment } = (await fixture.shipments.findOne({ orderId }).lean()) ?? {}
  return JSON.stringify(shipment)
}

test('when an account is deleted then the addresses of sent parcels are removed at once, and those of due parcels when they are sent', async () => {
  const [owner, gone, due, late] = [newId(), newId(), newId(), newId()]
  await fixture.deliver(paid(gone, owner))
  await fixture.deliver(shipped(gone, owner))
  await fixture.deliver(paid(due, owner))
  await fixture.deliver(exportRequested(owner))
  expect(fixture.customerData.parts[0]?.records).toHaveLength(2)
  expect(JSON.stringify(fixture.customerData.parts)).toContain('1 Garden Path')

  const deletion = deletionRequested(owner)
  await fixture.deliver(deletion)
  await fixture.deliver(deletion)
  expect(await kept(gone)).not.toMatch(/Gerald|Garden|With love/)
  expect(await kept(due)).toMatch(/Gerald.*/)
  const { counts } = (await fixture.customerData.erasure(owner)) ?? {}
  expect(counts?.map(({ outcome, count }) => [outcome, count])).toEqual([
    ['anonymized', 2],
    ['kept', 1],
  ])

  // Paid after the deletion: it is still sent, and its address is removed like the other.
  await fixture.deliver(paid(late, owner))
  expect(await kept(late)).toMatch(/Gerald/)
  for (const orderId of [due, late]) await fixture.deliver(shipped(orderId, owner))
  for (const orderId of [due, late]) expect(await kept(orderId)).not.toMatch(/Gerald|Garden|With love/)
  const sent = await fixture.emitted({ orderId: due })
  expect(sent[0]?.contact.name).toBe('Gerald Snail')
})

test('when a parcel was sent again then the numbers of its earlier sendings, and why it was held, are removed, also from a shipment that was erased', async () => {
  const [owner, orderId] = [newId(), newId()]
  await fixture.deliver(paid(orderId, owner))
  await fixture.deliver(shipped(orderId, owner))
  const earlier = [
    { shippedAt: new Date(), eventId: newId(), carrier: 'USPS', trackingNumber: '9400100000000000000000' },
  ]
  for (const _ of [1, 2]) {
    const heldBecause = 'Gerald is ill'
    await fixture.shipments.updateOne(
      { orderId },
      { $set: { 'parcels.0.earlier': earlier, 'parcels.0.heldBecause': heldBecause } },
    )
    await fixture.deliver(deletionRequested(owner))
    expect(await kept(orderId)).not.toMatch(/Gerald|94001/)
  }
  expect(await kept(orderId)).toContain(earlier[0]?.eventId)
})

test('when a parcel was not sent for 90 days then its address is removed anyway, and no label is printed without one', async () => {
  const [owner, due] = [newId(), newId()]
  await fixture.deliver(paid(due, owner))
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  await fixture.deliver(deletionRequested(owner, ago(89)))
  expect(await kept(due)).toMatch(/Gerald/)
  const [other, overdue] = [newId(), newId()]
  await fixture.deliver(paid(overdue, other))
  await fixture.deliver(deletionRequested(other, ago(91)))
  expect(await kept(overdue)).not.toMatch(/Gerald/)
  expect((await fixture.print('labels', [`${overdue}-1`])).status).toBe(409)
})

test('when a parcel is planned for a later day then its address is kept until a week after its ship-by date', async () => {
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000)
  for (const [shipBy, isKept] of [
    [ago(-60), true],
    [ago(6), true],
    [ago(8), false],
  ] as const) {
    const [owner, orderId] = [newId(), newId()]
    await fixture.deliver(paid(orderId, owner))
    const planned = { 'parcels.0.arriveBy': '2027-04-01', 'parcels.0.shipBy': shipBy }
    await fixture.shipments.updateOne({ orderId }, { $set: planned })
    await fixture.deliver(deletionRequested(owner, ago(91).toISOString()))
    expect(/Gerald/.test(await kept(orderId))).toBe(isKept)
  }
})

test('when a parcel is withdrawn or its dispute is lost then its address is removed at once, and of an open dispute it is kept', async () => {
  const [owner, withdrawn, lost, held] = [newId(), newId(), newId(), newId()]
  for (const orderId of [withdrawn, lost, held]) await fixture.deliver(paid(orderId, owner))
  const none = parcelsOf(withdrawn, 1, ['withdrawn'])
  await fixture.deliver(parcelsChanged(withdrawn, none))
  await fixture.deliver(disputeChanged({ orderId: lost }, 'lost'))
  await fixture.deliver(disputeChanged({ orderId: held }, 'open'))
  await fixture.deliver(deletionRequested(owner))
  for (const orderId of [withdrawn, lost]) expect(await kept(orderId)).not.toMatch(/Gerald|Garden|With love/)
  expect(await kept(held)).toMatch(/Gerald/)
  const { counts } = (await fixture.customerData.erasure(owner)) ?? {}
  expect(counts?.map(({ outcome, count }) => [outcome, count])).toEqual([
    ['anonymized', 3],
    ['kept', 1],
  ])
})

test('when an address is corrected after it was erased then it is not stored again', async () => {
  const [owner, orderId] = [newId(), newId()]
  await fixture.deliver(paid(orderId, owner))
  await fixture.deliver(deletionRequested(owner, new Date(Date.now() - 91 * 86_400_000).toISOString()))
  await fixture.deliver(parcelsChanged(orderId, parcelsOf(orderId, 1, [{ city: 'Salem' }])))
  expect(await kept(orderId)).not.toMatch(/Gerald|Salem/)
})

test('when a customer requests their data then it contains the second line, the carrier and what was withdrawn', async () => {
  const [owner, orderId] = [newId(), newId()]
  await fixture.deliver(orderPaid([{}, {}], { orderId, ownerId: owner }))
  await fixture.deliver(parcelsChanged(orderId, parcelsOf(orderId, 1, [{ address2: 'Apt 4' }, 'withdrawn'])))
  await fixture.deliver(exportRequested(owner))
  const record = fixture.customerData.parts.find(({ ownerId }) => ownerId === owner)?.records[0]
  expect(record).toMatchObject({
    parcels: [
      { to: { address2: 'Apt 4' }, carrier: null, withdrawnAt: null },
      { withdrawnAt: expect.any(Date) },
    ],
  })
})

describe('the order of a guest', () => {
  test('when its customer recovers it, also twice, then the export contains it and the deletion erases it', async () => {
    const [owner, sent, due] = [newId(), newId(), newId()]
    for (const orderId of [sent, due])
      await fixture.deliver(orderPaid([{}], { orderId, ownerId: null, customMessage: 'With love' }))
    await fixture.deliver(statusChanged({ orderId: sent, from: 'paid', to: 'shipped' }))
    for (const orderId of [sent, sent, due])
      expect(await fixture.deliver(orderRecovered(orderId, owner))).toBeNull()
    await fixture.deliver(exportRequested(owner))
    const part = fixture.customerData.parts.find(({ ownerId }) => ownerId === owner)
    expect(part?.records).toMatchObject([{ orderId: sent }, { orderId: due }])

    await fixture.deliver(deletionRequested(owner))
    expect(await kept(sent)).not.toMatch(/Gerald|Garden|With love/)
    expect(await kept(due)).toMatch(/Gerald/)
    await fixture.deliver(shipped(due, owner))
    expect(await kept(due)).not.toMatch(/Gerald|Garden|With love/)
  })

  test('when the deletion of its account assigns it, after the erasure here, then it is erased, too', async () => {
    const [owner, orderId] = [newId(), newId()]
    await fixture.deliver(orderPaid([{}], { orderId, ownerId: null }))
    await fixture.deliver(statusChanged({ orderId, from: 'paid', to: 'shipped' }))
    await fixture.deliver(deletionRequested(owner))
    expect(await kept(orderId)).toMatch(/Gerald/)
    for (const _ of [1, 2]) expect(await fixture.deliver(orderRecovered(orderId, owner))).toBeNull()
    expect(await kept(orderId)).not.toMatch(/Gerald|Garden/)
  })

  test('when it is assigned before its order-paid arrives then it waits, and an order without a shipment does not', async () => {
    const [owner, orderId] = [newId(), newId()]
    expect(await fixture.deliver(orderRecovered(orderId, owner))).toBeInstanceOf(NotYet)
    await fixture.deliver(orderPaid([{}], { orderId, ownerId: null }))
    await until(async () => (await fixture.shipments.findOne({ orderId }).lean())?.ownerId === owner)
    expect(await fixture.deliver(orderRecovered(newId(), owner, { isAnnounced: false }))).toBeNull()
  })

  test('when it has an owner then another one does not replace it', async () => {
    const [owner, orderId] = [newId(), newId()]
    await fixture.deliver(paid(orderId, owner))
    expect(await fixture.deliver(orderRecovered(orderId, newId()))).toBeNull()
    expect((await fixture.shipments.findOne({ orderId }).lean())?.ownerId).toBe(owner)
  })
})

describe('a plan whose unsent pranks were still to be sent', () => {
  const stored = (plan: TestPlan, n = 0) =>
    fixture.shipments.findOne({ invoiceId: invoiceOf(plan, n) }).lean()
  const withdrawals = async (plan: TestPlan, n = 0) =>
    ((await stored(plan, n))?.outbox ?? []).flatMap(({ type, data }) =>
      type === 'plan-month-withdrawn' ? [data] : [],
    )

  test('when its account is deleted, twice, then the rest of each month is withdrawn and reported once', async () => {
    const plan = await fixture.plan()
    await fixture.deliver(month(plan, 1))
    for (const _ of [1, 2, 3, 4]) expect((await fixture.ship(plan)).status).toBe(201)
    await fixture.deliver(cancelled(plan, 'send'))
    const deletion = deletionRequested(plan.ownerId)
    for (const _ of [1, 2]) expect(await fixture.deliver(deletion)).toBeNull()
    expect(await withdrawals(plan)).toEqual([])
    expect(await withdrawals(plan, 1)).toMatchObject([{ unsent: 2, parcelsTotal: 3 }])
    const { parcelsDue, dueSince, draw, queue, parcels } = (await stored(plan, 1)) ?? {}
    expect([parcelsDue, dueSince, draw]).toEqual([undefined, undefined, undefined])
    expect([queue?.map(({ state }) => state), parcels?.map(({ contact }) => contact.name)]).toEqual([
      ['shipped'],
      ['Erased'],
    ])
    expect((await fixture.ship(plan)).status).toBe(409)
  })

  test('when its end, or a month of it, arrives after the deletion, then that is withdrawn and reported, too', async () => {
    const plan = await fixture.plan()
    await fixture.deliver(deletionRequested(plan.ownerId))
    const end = cancelled(plan, 'send')
    for (const event of [end, end, month(plan, 1)]) expect(await fixture.deliver(event)).toBeNull()
    for (const n of [0, 1]) {
      expect(await withdrawals(plan, n)).toMatchObject([{ unsent: 3 }])
      expect((await stored(plan, n))?.parcelsDue).toBeUndefined()
    }
  })
})
