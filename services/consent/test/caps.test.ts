import { defaultShopSettings, parcelsHeld, parcelsReleased } from '@prankpost/contracts'
import { newId, orderPaid, prankShipped } from '@prankpost/service-kit/testing'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { emitters, newPlace, startFixture } from './fixture.ts'

const fixture = await startFixture()
afterAll(() => fixture.close())
const { hold, check, deliver, state } = fixture
const { parcels } = fixture.models
const dayMs = 86_400_000
const at = (time: number) => {
  state.now = () => new Date(time)
}
beforeEach(() => {
  state.now = () => new Date()
})

const parcel = (place: object, parcelId = newId()) => ({ ...place, parcelId }) as never
/** An order of a sender with this many parcels to an address; whether they are held. */
const order = async (place: object, count: number, over: object = {}) => {
  const answer = await hold({ parcels: Array.from({ length: count }, () => parcel(place)), ...over })
  return answer.verdicts.every(({ refusal }) => refusal === null)
}
const item = (parcelId: string, place: object) => ({
  parcelId,
  prank: { id: newId(), name: 'Raw Potato', description: '', tier: 'Standard', image: 'potato' as const },
  contactId: null,
  contact: { name: 'Gerald Snail', city: 'Springfield', state: 'OR', ...place } as never,
  quantity: 1,
})
const paid = (orderId: string, place: object, ids: string[], paidAt = new Date(), planned: object = {}) =>
  orderPaid({
    ...{ orderId, ownerId: newId(), paidAt: paidAt.toISOString() },
    items: ids.map((id) => ({ ...item(id, place), ...planned })),
  })
/** The report that a parcel was sent, of a plan or of this order. */
const shipped = (parcelId: string, place: object, shippedAt: Date, orderId: string | null = null) =>
  prankShipped({
    ...item(parcelId, place),
    ...{ ownerId: newId(), orderId, parcelsTotal: 3, shippedAt: shippedAt.toISOString() },
    ...(orderId === null && {
      subscriptionId: newId(),
      stripeSubscriptionId: 'sub_1',
      invoiceId: 'in_1',
    }),
  })
const changed = (orderId: string, place: object, ids: string[], over: object = {}, of: object = {}) =>
  emitters.order('order-parcels-changed', orderId, {
    orderId,
    at: new Date().toISOString(),
    parcelsRevision: 1,
    parcels: ids.map((parcelId) => ({ ...item(parcelId, place), isWithdrawn: true, ...over })),
    ...of,
  })

describe('the caps of an address', () => {
  test('when one sender has sent 6 parcels then the next is refused until the first is 30 days old; others may send 2', async () => {
    const [place, senderId] = [newPlace(), newId()]
    const start = Date.UTC(2027, 0, 10, 15)
    at(start)
    expect(await order(place, 2, { senderId, paid: true })).toBe(true)
    at(start + 3 * dayMs)
    expect(await order(place, 4, { senderId, paid: true })).toBe(true)
    expect(await check([place], senderId)).toEqual([{ kind: 'full', from: '2027-02-10', isOwn: true }])
    // Two more need both places of the first day, three also one of the fourth day.
    expect(await check([place, place, place], senderId)).toEqual(
      Array(3).fill({ kind: 'full', from: '2027-02-13', isOwn: true }),
    )
    expect(await check([place])).toEqual([null])
    expect(await order(place, 2)).toBe(true)
    expect(await check([place])).toEqual([{ kind: 'full', from: '2027-02-10' }])
    at(Date.UTC(2027, 1, 10))
    expect(await check([place], senderId)).toEqual([null])
    expect(await order(place, 1, { senderId })).toBe(true)
  })

  test('when one sender invents units then they count together; each unit gets its own parcels of other senders', async () => {
    const [house, senderId] = [newPlace(), newId()]
    const unit = (number: number) => ({ ...house, address2: `Apt ${number}` })
    for (let number = 1; number <= 6; number++)
      expect(await order(unit(number), 1, { senderId, paid: true })).toBe(true)
    expect(await check([unit(7), house], senderId, false)).toMatchObject([{ kind: 'full' }, { kind: 'full' }])
    expect(await order(unit(7), 1, { senderId })).toBe(false)
    expect(await order(unit(1), 6, { paid: true })).toBe(true)
    expect(await order(unit(1), 1, { paid: true })).toBe(true)
    expect(await check([unit(1), unit(2)], newId(), false)).toEqual([
      { kind: 'full', from: expect.any(String) },
      null,
    ])
  })

  test('when a sender orders for several units at the same moment then never more than 6 are held', async () => {
    const [house, senderId] = [newPlace(), newId()]
    const done = await Promise.all(
      Array.from({ length: 10 }, (_, number) =>
        order({ ...house, address2: `Apt ${number}` }, 1, { senderId }),
      ),
    )
    expect(done.filter(Boolean)).toHaveLength(6)
  })

  test('when a cart alone has more for one address than one sender may send then the verdict says how many', async () => {
    const place = newPlace()
    expect(await check(Array(7).fill(place))).toEqual(Array(7).fill({ kind: 'too-many', most: 6 }))
    expect(await check(Array(7).fill(place), newId(), false)).toEqual(Array(7).fill(null))
  })

  test('when an operator sets a cap then it holds from then on, until it is the default again', async () => {
    const place = newPlace()
    const set = (version: number, addressCap: number | null) =>
      deliver(
        emitters.catalog('shop-changed', 'shop', {
          ...{ ...defaultShopSettings, addressCap, version, changedAt: new Date().toISOString() },
        }),
      )
    await set(1, 1)
    expect(await order(place, 1)).toBe(true)
    expect(await order(place, 1)).toBe(false)
    await set(2, null)
    expect(await order(place, 1)).toBe(true)
  })

  test('when many orders arrive at the same moment at two replicas then never more than the cap are held', async () => {
    const [place, other] = [newPlace(), await fixture.start()]
    const clients = [fixture.order, other.clientFor('order')]
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, n) =>
        (clients[n % 2] ?? fixture.order).post('/internal/parcels/hold', parcelsHeld, {
          purchaseId: newId(),
          senderId: newId(),
          parcels: [parcel(place)],
          paid: false,
        }),
      ),
    )
    await other.close()
    expect(answers.filter(({ verdicts }) => verdicts[0]?.refusal === null)).toHaveLength(8)
    expect(await parcels.countDocuments({ digest: answers[0]?.verdicts[0]?.digest })).toBe(8)
  })

  test('when one sender orders in parallel then never more than 6 are held, and orders with several hold all or none', async () => {
    const [place, senderId] = [newPlace(), newId()]
    const done = await Promise.all(Array.from({ length: 10 }, () => order(place, 4, { senderId })))
    expect(done.filter(Boolean)).toHaveLength(1)
    const digest = fixture.deps.digests.address(place as never)
    expect(await parcels.countDocuments({ digest })).toBe(4)
  })

  test('when the same order is held again then it takes nothing twice, also in parallel', async () => {
    const place = newPlace()
    const ids = [newId(), newId(), newId(), newId()]
    const [purchaseId, senderId] = [newId(), newId()]
    const again = () => hold({ purchaseId, senderId, parcels: ids.map((id) => parcel(place, id)) })
    const answers = await Promise.all([again(), again(), again()])
    expect(answers.flatMap(({ verdicts }) => verdicts.map(({ refusal }) => refusal))).toEqual(
      Array(12).fill(null),
    )
    expect(await parcels.countDocuments({ purchaseId })).toBe(4)
  })

  test('when an address is corrected then the parcel leaves its former place and takes one at the new address', async () => {
    const [from, to, parcelId] = [newPlace(), newPlace(), newId()]
    const terms = { purchaseId: newId(), senderId: newId(), paid: true }
    await hold({ ...terms, parcels: [parcel(from, parcelId)] })
    await hold({ ...terms, parcels: [parcel(to, parcelId)] })
    const stored = await parcels.find({ purchaseId: terms.purchaseId }).lean()
    expect(stored).toMatchObject([{ _id: parcelId, digest: fixture.deps.digests.address(to) }])
  })

  test('when the caps are a million then nothing is counted', async () => {
    const free = await fixture.start({ ADDRESS_CAP: 1_000_000, ADDRESS_SENDER_CAP: 1_000_000 })
    const place = newPlace()
    const answer = await free.clientFor('order').post('/internal/parcels/hold', parcelsHeld, {
      purchaseId: newId(),
      senderId: newId(),
      parcels: Array.from({ length: 20 }, () => parcel(place)),
      paid: false,
    })
    await free.close()
    expect(answer.verdicts.map(({ refusal }) => refusal)).toEqual(Array(20).fill(null))
  })
})

describe('places of unpaid orders', () => {
  test('when the same customer checks another cart then they do not count, and the order says that they are his own', async () => {
    const [place, senderId, purchaseId] = [newPlace(), newId(), newId()]
    await order(place, 6, { senderId, purchaseId })
    expect(await check([place], senderId)).toEqual([null])
    const next = await hold({ senderId, parcels: [parcel(place)] })
    expect([next.verdicts[0]?.refusal?.kind, next.hasOwnUnpaid]).toEqual(['full', true])
    await fixture.order.post('/internal/parcels/release', parcelsReleased, { purchaseId })
    expect(await order(place, 6, { senderId })).toBe(true)
  })

  test('when they are not paid then they end after half an hour, or with the session, and payment-failed ends them sooner', async () => {
    const now = Date.now()
    const [place, other, orderId] = [newPlace(), newPlace(), newId()]
    await order(place, 6, { senderId: newId() })
    await order(place, 2, { senderId: newId() })
    await order(other, 6, { purchaseId: orderId, sessionId: 'cs_1' })
    expect((await check([place]))[0]?.kind).toBe('full')
    at(now + 31 * 60_000)
    expect(await check([place])).toEqual([null])
    expect(await order(place, 3)).toBe(true)
    at(now)
    const failed = (sessionId: string) =>
      emitters.payment('payment-failed', orderId, {
        orderId,
        sessionId,
        reason: 'expired',
        at: new Date().toISOString(),
      })
    await deliver(failed('cs_0'))
    expect(await parcels.countDocuments({ purchaseId: orderId })).toBe(6)
    await deliver(failed('cs_1'))
    expect(await parcels.countDocuments({ purchaseId: orderId })).toBe(0)
  })
})

describe('events of orders', () => {
  test('when order-paid is delivered, once and twice, then its parcels count for 30 days', async () => {
    const [place, orderId, ids] = [newPlace(), newId(), [newId(), newId()]]
    await hold({ purchaseId: orderId, parcels: ids.map((id) => parcel(place, id)) })
    await deliver(paid(orderId, place, ids))
    await deliver(paid(orderId, place, ids))
    const stored = await parcels.find({ purchaseId: orderId }).lean()
    expect(stored.map((one) => one.state)).toEqual(['used', 'used'])
    for (const { at: from, until } of stored) expect(until.getTime() - from.getTime()).toBe(30 * dayMs)
  })

  test('when it was not held, because the payment was late, then it counts without a place; a purchase of long ago does not', async () => {
    const [place, orderId, old] = [newPlace(), newId(), newId()]
    await deliver(paid(orderId, place, [newId()]))
    await deliver(paid(old, place, [newId()], new Date(Date.now() - 31 * dayMs)))
    expect(await parcels.countDocuments({ purchaseId: orderId, state: 'used' })).toBe(1)
    expect(await parcels.countDocuments({ purchaseId: old })).toBe(0)
  })

  test('when a parcel is to arrive on a day far ahead then it counts until 30 days after its ship-by date, or after it was sent', async () => {
    const [place, orderId, ids] = [newPlace(), newId(), Array.from({ length: 8 }, () => newId())]
    const start = Date.UTC(2027, 0, 1, 12)
    at(start)
    const shipBy = new Date(start + 90 * dayMs)
    await hold({ purchaseId: orderId, parcels: ids.slice(0, 6).map((id) => parcel(place, id)) })
    const arriveBy = new Date(start + 95 * dayMs).toISOString().slice(0, 10)
    const order1 = paid(orderId, place, ids, new Date(start), { arriveBy, shipBy: shipBy.toISOString() })
    await deliver(order1)
    // 30 days after 1 April, and the day after, because it ends during that day.
    const full = [{ kind: 'full', from: '2027-05-02' }]
    expect(await check([place])).toEqual(full)
    at(start + 60 * dayMs)
    expect(await check([place])).toEqual(full)
    // It is sent before its ship-by date, and counts from then on. A repeat of either event changes nothing.
    at(start + 80 * dayMs)
    const sent = shipped(ids[0] ?? '', place, new Date(start + 80 * dayMs), orderId)
    for (const one of [sent, order1, sent]) await deliver(one)
    expect(await check([place])).toEqual([{ kind: 'full', from: '2027-04-22' }])
    at(Date.UTC(2027, 3, 22))
    expect(await check([place])).toEqual([null])
  })

  test('when a parcel is sent later than it was paid then it counts from then on, also if it was forgotten', async () => {
    const [place, orderId, ids] = [newPlace(), newId(), [newId(), newId()]]
    const start = Date.UTC(2027, 0, 1, 12)
    at(start)
    await deliver(paid(orderId, place, ids, new Date(start)))
    at(start + 40 * dayMs)
    await parcels.deleteOne({ _id: ids[1] })
    for (const id of ids) await deliver(shipped(id, place, new Date(start + 40 * dayMs), orderId))
    const stored = await parcels.find({ purchaseId: orderId }).lean()
    expect(stored.map(({ until }) => until)).toEqual(Array(2).fill(new Date(start + 70 * dayMs)))
  })

  test('when two corrections meet then the parcel counts where it goes, whatever came first', async () => {
    const [from, there, elsewhere] = [newPlace(), newPlace(), newPlace()]
    const [purchaseId, senderId, parcelId] = [newId(), newId(), newId()]
    const heldAt = (place: object) =>
      hold({ purchaseId, senderId, parcels: [parcel(place, parcelId)], paid: true })
    for (const place of [from, there, elsewhere]) await heldAt(place)
    const corrected = (place: object, parcelsRevision: number) =>
      changed(purchaseId, place, [parcelId], { isWithdrawn: false }, { parcelsRevision, ownerId: senderId })
    // The second correction held its place last, and was written first.
    const [first, second] = [corrected(elsewhere, 1), corrected(there, 2)]
    for (const event of [second, first, second]) await deliver(event)
    const digest = fixture.deps.digests.address(there)
    expect(await parcels.findById(parcelId).lean()).toMatchObject({
      digest,
      sender: fixture.deps.digests.sender(digest, senderId),
      state: 'used',
    })
    expect(await order(elsewhere, 6, { senderId })).toBe(true)
    expect(await order(there, 5, { senderId })).toBe(true)
    expect(await order(there, 1, { senderId })).toBe(false)
  })

  test('when parcels are withdrawn then their places are free, also if order-paid comes after it', async () => {
    const [place, orderId, late] = [newPlace(), newId(), newId()]
    const ids = Array.from({ length: 6 }, () => newId())
    const senderId = newId()
    await hold({ purchaseId: orderId, senderId, parcels: ids.map((id) => parcel(place, id)), paid: true })
    await deliver(changed(orderId, place, ids))
    await deliver(paid(orderId, place, ids))
    expect(await check(Array(6).fill(place), senderId)).toEqual(Array(6).fill(null))
    expect(await order(place, 6, { senderId })).toBe(true)
    const lateIds = [newId()]
    await deliver(changed(late, place, lateIds))
    await deliver(paid(late, place, lateIds))
    expect(await parcels.find({ purchaseId: late }).lean()).toMatchObject([{ state: 'released' }])
  })

  test('when a parcel of a plan is shipped then it counts, once', async () => {
    const [place, parcelId] = [newPlace(), newId()]
    const report = shipped(parcelId, place, new Date())
    await deliver(report)
    await deliver(report)
    expect(await parcels.find({ _id: parcelId }).lean()).toMatchObject([{ state: 'used' }])
  })

  test('when an order to a listed address is paid, corrected to it, or a parcel is sent again there, then address-blocked is emitted again', async () => {
    const place = { ...newPlace(), address2: null }
    const parcelId = newId()
    await hold({ parcels: [parcel(place, parcelId)], paid: true })
    await fixture.list({ ...place, city: 'Springfield', state: 'OR' })
    const digest = fixture.deps.digests.address(place)
    const emitted = async () => {
      const listing = await fixture.models.listings.findOne({ digest }).lean()
      return listing?.outbox.length
    }
    expect(await emitted()).toBe(1)
    const orderId = newId()
    await deliver(paid(orderId, place, [newId()]))
    expect(await emitted()).toBe(2)
    await deliver(changed(orderId, place, [newId()], { isWithdrawn: false }))
    expect(await emitted()).toBe(3)
    // A withdrawn or shipped parcel is not reported again: otherwise the two events would follow each other for ever.
    await deliver(changed(orderId, place, [newId()]))
    await deliver(
      changed(orderId, place, [newId()], { isWithdrawn: false, shippedAt: new Date().toISOString() }),
    )
    expect(await emitted()).toBe(3)
    const sentAgain = { orderId, ownerId: null, parcelId, at: new Date().toISOString() }
    await deliver(emitters.order('parcel-sent-again', orderId, sentAgain))
    expect(await emitted()).toBe(4)
  })
})
