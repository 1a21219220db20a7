import { forgetting } from '@prankpost/service-kit'
import { afterAll, expect, test } from 'vitest'
import { forgetAddresses } from '../src/forget-addresses.ts'
import { listPastEvents } from '../src/use-cases/list-past-events.ts'
import { listSentPranks } from '../src/use-cases/list-sent-pranks.ts'
import { disputeChanged, parcelsChanged, parcelsOf } from './fixture.ts'
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
