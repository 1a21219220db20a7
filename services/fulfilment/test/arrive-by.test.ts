import { addBusinessDays, type QueuedParcel, shipByOf, transitDays } from '@prankpost/contracts'
import { explainQueries, newId } from '@prankpost/service-kit/testing'
import { mongo } from 'mongoose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { gerald, orderPaid, parcelsChanged, potato } from './fixture.ts'
import { startQueue } from './queue.ts'

const { EJSON } = mongo.BSON
const fixture = await startQueue()
afterAll(() => fixture.close())
const { deliver, shipments, list, print, read, send } = fixture

const arriveBy = '2027-04-01'
const paidAt = '2027-03-01T12:00:00.000Z'
const from = '43215'
/** ZIP codes of all regions, of Alaska, Hawaii and Puerto Rico, and of the armed forces. */
const zipCodes = [
  ...['02108', '10001', '23219', '33101', '48201', '55401', '60601', '75201', '80202', '97701'],
  ...['99501', '96813', '00901', '09012'],
]

const planned = (zipCode: string, day = arriveBy) => ({
  contact: { ...gerald, zipCode },
  arriveBy: day,
  shipBy: shipByOf(day, { from, zipCode }).toISOString(),
})

describe('a parcel with a date', () => {
  test('when it shares an order with one without a date then each is listed by its own, and only the other one is due at first', async () => {
    const at = new Date(Date.now() - 30 * 3_600_000)
    const paid = orderPaid([planned('97701'), {}], { paidAt: at.toISOString() })
    await deliver(paid)
    const [dated, plain] = [`${paid.subject}-1`, `${paid.subject}-2`]
    const promise = new Date(at.getTime() + 24 * 3_600_000)
    expect(await read(dated)).toMatchObject({ arriveBy, shipBy: planned('97701').shipBy })
    expect(await read(plain)).toMatchObject({ arriveBy: null, shipBy: promise.toISOString() })
    const today = await list(`status=to_pack&shipBy=${promise.toISOString().slice(0, 10)}`)
    expect(today.items.map(({ id }) => id)).toEqual([plain])
    expect((await shipments.findOne({ orderId: paid.subject }).lean())?.dueSince).toEqual(at)
    await print([dated, plain])
    await send(plain)
    const { dueSince } = (await shipments.findOne({ orderId: paid.subject }).lean()) ?? {}
    await send(dated)
    expect(dueSince).toEqual(new Date(Date.parse(planned('97701').shipBy) - 24 * 3_600_000))
  })

  test('when its address is corrected then its date follows, and when it is sent again it has none', async () => {
    const paid = orderPaid([planned('97701')], { paidAt })
    await deliver(paid)
    const id = `${paid.subject}-1`
    const { contact, ...date } = planned('10001')
    const present = { parcelId: id, isWithdrawn: false, contact }
    await deliver(parcelsChanged(paid.subject, { parcelsRevision: 1, parcels: [{ ...present, ...date }] }))
    expect(await read(id)).toMatchObject({ shipBy: date.shipBy, recipient: { zipCode: '10001' } })
    await print([id])
    expect(await send(id)).toEqual([['shipped', null]])
    const sentAgainAt = new Date().toISOString()
    const again = { ...present, sentAgainAt, arriveBy: null, shipBy: null }
    await deliver(parcelsChanged(paid.subject, { parcelsRevision: 9, parcels: [again] }))
    expect(await read(id)).toMatchObject({ state: 'to_pack', arriveBy: null })
    expect(Date.parse((await read(id))?.shipBy ?? '')).toBeGreaterThan(Date.now())
    const withdrawn = { ...again, isWithdrawn: true }
    await deliver(parcelsChanged(paid.subject, { parcelsRevision: 10, parcels: [withdrawn] }))
  })
})

describe('1 April with 5,000 parcels', () => {
  const total = 5_000
  const ofOrder = 50
  const queue: QueuedParcel[] = []

  beforeAll(async () => {
    // The order has parcels to all zones; the others are copies of what is stored for it.
    const paid = orderPaid(
      Array.from({ length: ofOrder }, (_, n) => planned(zipCodes[n % zipCodes.length] ?? '')),
      { paidAt },
    )
    await deliver(paid)
    const template = await shipments.collection.findOne({ orderId: paid.subject })
    const stored = EJSON.stringify(template, { relaxed: false })
    const copies = Array.from({ length: total / ofOrder - 1 }, () =>
      EJSON.parse(stored.replaceAll(paid.subject, newId()).replaceAll(String(template?._id), newId())),
    )
    await shipments.collection.insertMany(copies)
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await list(`status=to_pack&limit=200${cursor && `&cursor=${cursor}`}`)
      queue.push(...page.items)
      cursor = page.nextCursor
    }
  })

  test('when the queue is paged then each parcel is in it once, in the order of the ship-by dates', () => {
    expect(new Set(queue.map(({ id }) => id)).size).toBe(total)
    expect(queue).toHaveLength(total)
    const dates = queue.map(({ shipBy }) => shipBy)
    expect(dates).toEqual(dates.toSorted())
    expect(new Set(dates).size).toBeGreaterThan(4)
  })

  test('when each is shipped on its date then all arrive by 1 April, and none would if it was shipped a day later', () => {
    const arrivalOf = (shippedAt: Date, { recipient }: QueuedParcel) =>
      addBusinessDays(shippedAt, transitDays(from, recipient?.zipCode ?? ''))
        .toISOString()
        .slice(0, 10)
    // One of each date and ZIP code.
    const kinds = new Map(queue.map((one) => [`${one.shipBy} ${one.recipient?.zipCode}`, one]))
    const parcels = [...kinds.values()]
    const late = parcels.filter((parcel) => arrivalOf(new Date(parcel.shipBy), parcel) > arriveBy)
    const nextDay = (parcel: QueuedParcel) => arrivalOf(addBusinessDays(new Date(parcel.shipBy), 1), parcel)
    expect([late, parcels.filter((parcel) => nextDay(parcel) <= arriveBy)]).toEqual([[], []])
  })

  test('when it is filtered by day then each day adds the parcels of that day', async () => {
    const days = [...new Set(queue.map(({ shipBy }) => shipBy.slice(0, 10)))]
    for (const day of days) {
      const until = queue.filter(({ shipBy }) => shipBy.slice(0, 10) <= day)
      const page = await list(`status=to_pack&shipBy=${day}&limit=200`)
      expect([day, page.total]).toEqual([day, until.length])
      expect(page.items.map(({ id }) => id)).toEqual(until.slice(0, 200).map(({ id }) => id))
    }
    expect((await list('status=to_pack&shipBy=2027-03-01&limit=1')).total).toBe(0)
  })

  test('when a page is read then the index bounds it, also in the middle of one date', async () => {
    const { nextCursor } = await list('status=to_pack&limit=5')
    const served = await explainQueries(
      fixture.connection,
      async () => void (await list(`status=to_pack&limit=5&cursor=${nextCursor}`)),
    )
    // The rest of the date, and what is later; all others count.
    expect(served.filter(({ documentsRead }) => documentsRead <= 7)).toHaveLength(2)
    for (const { stages } of served) expect(stages.join()).not.toMatch(/SORT|COLLSCAN/)
  })
})

test('when the queue is filtered by prank then a parcel is listed by its own date, also if others of its order are due before', async () => {
  const [sock, fish] = [newId(), newId()]
  const { name, description, tier, image } = potato
  const of = (id: string) => ({ prank: { id, name, description, tier, image } })
  const onDay = (day: number) => ({ paidAt: `2027-01-0${day}T12:00:00.000Z` })
  for (const day of [1, 2, 3]) {
    const later = { ...of(fish), ...planned('97701', `2027-04-0${day + 5}`) }
    await deliver(orderPaid([of(sock), later], onDay(day)))
  }
  await deliver(orderPaid([of(fish)], onDay(4)))
  const seen: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await list(`status=to_pack&prank=${fish}&limit=1${cursor && `&cursor=${cursor}`}`)
    seen.push(...page.items.map(({ shipBy }) => shipBy))
    cursor = page.nextCursor
  }
  expect(seen).toHaveLength(4)
  expect(seen).toEqual(seen.toSorted())
})
