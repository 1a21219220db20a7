import { forgetting } from '@prankpost/service-kit'
import { deletionRequested, newId } from '@prankpost/service-kit/testing'
import { afterAll, expect, test } from 'vitest'
import { forgetAddresses } from '../src/forget-addresses.ts'
import { listPastEvents } from '../src/use-cases/list-past-events.ts'
import { listSentPranks } from '../src/use-cases/list-sent-pranks.ts'
import { findByReference } from '../src/use-cases/read-slip.ts'
import { cancelled, disputeChanged, parcelsChanged, parcelsOf } from './fixture.ts'
import { startQueue } from './queue.ts'

const fixture = await startQueue()
afterAll(() => fixture.close())
const { deliver, drawnPlan, paidOrder, post, print, read, send, shipments } = fixture

/** What the sweep does so many days from now. */
async function sweepIn(days: number) {
  const round = forgetting({
    model: shipments,
    outbox: fixture.deps.outbox,
    days: 45,
    now: () => new Date(Date.now() + days * 86_400_000),
    forget: forgetAddresses,
  })
  while (await round());
}
/** The whole shipment, as text, without the events that no relay publishes in this test. */
const stored = async (filter: { orderId: string } | { ownerId: string }) =>
  JSON.stringify({ ...(await shipments.findOne(filter).lean()), outbox: [] })
const recipient = /Gerald|Snail|Garden/i

test('when a parcel was delivered then its recipient, tracking number and reference are forgotten 45 days later', async () => {
  const { orderId, ids } = await paidOrder(2, { customMessage: 'Dear Gerald' })
  const [id = '', other = ''] = ids
  await print([id])
  const reference = (await read(id))?.reference
  await send(id)
  await post(`${id}/delivered`)
  await sweepIn(44)
  expect((await stored({ orderId })).match(/"Gerald Snail"/g)).toHaveLength(2)
  await sweepIn(46)
  const [first, second] = (await shipments.findOne({ orderId }).lean())?.parcels ?? []
  expect([first?.contact.name, second?.contact.name]).toEqual(['Forgotten', 'Gerald Snail'])
  expect(await stored({ orderId })).not.toContain(reference)
  await print([other])
  expect(await send(other)).toEqual([['shipped', null]])
  await sweepIn(110)
  // Order's state of an earlier time does not bring it back.
  await deliver(parcelsChanged(orderId, parcelsOf(orderId, 1, [{}, {}])))
  expect(await stored({ orderId })).not.toMatch(recipient)
})

test("when a plan's parcel was sent then it is forgotten, the rest of the month is not, and the draw still knows what its target received", async () => {
  const { plan, ids } = await drawnPlan(2)
  const [id = '', other = ''] = ids
  await print([id, other])
  await send(id)
  await sweepIn(59)
  expect((await stored({ ownerId: plan.ownerId })).match(/"Gerald Snail"/g)).toHaveLength(2)
  await sweepIn(61)
  expect((await stored({ ownerId: plan.ownerId })).match(/"Gerald Snail"/g)).toHaveLength(1)
  expect((await read(other))?.state).toBe('label_printed')
  const { events } = await listPastEvents({ limit: 100 }, fixture.deps)
  const past = events.find(({ data }) => (data as { parcelId: string }).parcelId === id)
  expect(past?.data).toMatchObject({ contactId: null, contact: { name: 'Forgotten' } })
  const sent = await listSentPranks(plan, fixture.deps)
  expect(sent).toMatchObject([{ contactId: expect.stringMatching(/^[0-9a-f]{24}$/) }])
})

test('when a month was sent 24 months ago then the ids of its targets are erased, too, and nothing changes any more', async () => {
  const { plan, ids } = await drawnPlan(2)
  await print(ids)
  await send(...ids)
  const load = () => shipments.findOne({ ownerId: plan.ownerId }).lean()
  const targetIds = async () => {
    const { parcels, draw } = (await load()) ?? {}
    return [...(parcels ?? []), ...(draw ?? [])].map(({ contactId }) => contactId)
  }
  await sweepIn(700)
  expect(new Set(await targetIds())).toEqual(new Set([expect.stringMatching(/^[0-9a-f]{24}$/)]))
  const { revision } = (await load()) ?? {}
  await sweepIn(725)
  expect((await load())?.revision).toBe(revision)
  await sweepIn(735)
  expect(await targetIds()).toEqual([null, null, null, null])
  const erased = await load()
  await sweepIn(2_000)
  expect(await load()).toEqual(erased)
})

test('when a dispute is open then nothing is forgotten; once it is lost, unsent parcels are forgotten, too', async () => {
  const { orderId, ids } = await paidOrder(2)
  await send(ids[0] ?? '')
  await deliver(disputeChanged({ orderId }, 'open'))
  await sweepIn(61)
  expect(await stored({ orderId })).toMatch(recipient)
  await deliver(disputeChanged({ orderId }, 'lost'))
  await sweepIn(63)
  expect(await stored({ orderId })).not.toMatch(recipient)
})

/** The codes on the slips of a shipment, and how many of them lead to a parcel. */
const codesOf = async (filter: { orderId: string } | { ownerId: string }) =>
  ((await shipments.findOne(filter).lean())?.references ?? []).map(({ reference }) => reference)
const known = async (codes: string[]) =>
  (await Promise.all(codes.map((code) => findByReference(code, fixture.deps)))).map((one) => one !== null)

test("when an account is deleted then a parcel's code is known until 45 days after its delivery, also next to one that is forgotten", async () => {
  const owner = newId()
  const { orderId, ids } = await paidOrder(2, { ownerId: owner })
  await print(ids)
  await send(...ids)
  await post(`${ids[0]}/delivered`)
  await deliver(deletionRequested(owner))
  const codes = await codesOf({ orderId })
  await sweepIn(44)
  expect(await known(codes)).toEqual([true, true])
  await sweepIn(46)
  expect(await known(codes)).toEqual([false, true])
  expect(await codesOf({ orderId })).toEqual([codes[1]])
  await deliver(deletionRequested(owner))
  await sweepIn(59)
  expect(await known(codes)).toEqual([false, true])
  await sweepIn(78)
  expect(await codesOf({ orderId })).toEqual([])
  const erased = await shipments.findOne({ orderId }).lean()
  expect(erased?.parcels.map(({ contact }) => contact.name)).toEqual(['Erased', 'Erased'])
  await sweepIn(2_000)
  expect(await shipments.findOne({ orderId }).lean()).toEqual(erased)
})

test('when an account is deleted then the code of a sent parcel of its plan is known until then, too, and no code stays', async () => {
  const { plan, ids } = await drawnPlan(2)
  await print(ids)
  await send(ids[0] ?? '')
  const codes = await codesOf({ ownerId: plan.ownerId })
  await deliver(cancelled(plan, 'refund'))
  await deliver(deletionRequested(plan.ownerId))
  await sweepIn(46)
  expect(await known(codes)).toEqual([true, false])
  await sweepIn(78)
  expect(await codesOf({ ownerId: plan.ownerId })).toEqual([])
})
