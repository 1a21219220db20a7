import { deletionRequested, exportRequested, newId } from '@prankpost/service-kit/testing'
import { afterAll, expect, test } from 'vitest'
import {
  disputeChanged,
  orderPaid,
  parcelsChanged,
  parcelsOf,
  startFixture,
  statusChanged,
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

test('when a parcel was not sent for 90 days then its address is removed anyway', async () => {
  const [owner, due] = [newId(), newId()]
  await fixture.deliver(paid(due, owner))
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  await fixture.deliver(deletionRequested(owner, ago(89)))
  expect(await kept(due)).toMatch(/Gerald/)
  const [other, overdue] = [newId(), newId()]
  await fixture.deliver(paid(overdue, other))
  await fixture.deliver(deletionRequested(other, ago(91)))
  expect(await kept(overdue)).not.toMatch(/Gerald/)
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
