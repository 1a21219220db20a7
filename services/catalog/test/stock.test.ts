import {
  type AdminPrank,
  digestOfStock,
  internalPranks,
  type Prank,
  reservationAnswer,
} from '@prankpost/contracts'
import { newId } from '@prankpost/service-kit/testing'
import { afterAll, describe, expect, test } from 'vitest'
import { endReservations } from '../src/use-cases/end-reservations.ts'
import { releaseStock, returnStock, sellStock } from '../src/use-cases/follow-orders.ts'
import { reserve as reserveNow } from '../src/use-cases/reserve.ts'
import { setStock } from '../src/use-cases/set-stock.ts'
import { startFixture } from './fixture.ts'

const fixture = await startFixture()
afterAll(() => fixture.close())

let count = 0
async function ask(method: string, path: string, body: object): Promise<AdminPrank> {
  const answer = await fixture.operator(method, `/api/admin/pranks${path}`, body)
  expect(answer.status).toBeLessThan(300)
  return answer.body
}
const add = (stock: number | null) =>
  ask('POST', '', { name: `Snail ${++count}`, description: 'A plush snail.', price: '7.50', stock })
const set = ({ id }: AdminPrank, stock: number | null) => ask('PATCH', `/${id}`, { stock })
const reserve = (
  orderId: string,
  pranks: { id: string; quantity?: number }[],
  sessionId: string | null = null,
) =>
  fixture.internal.post('/internal/reservations', reservationAnswer, {
    orderId,
    pranks: pranks.map(({ id, quantity = 1 }) => ({ prankId: id, quantity })),
    sessionId,
  })
const shown = async ({ id }: AdminPrank) => {
  const pranks = (await (await fetch(`${fixture.url}/api/pranks`)).json()) as Prank[]
  return pranks.find((prank) => prank.id === id)?.soldOut
}
/** What can be ordered, and what is reserved. */
const figures = async ({ id }: AdminPrank) => {
  const { stock } = (await fixture.pranks.findById(id).lean()) ?? {}
  return [stock?.left, stock?.reserved]
}
const parcelsOf = (prankId: string, quantity: number, isWithdrawn = false) => ({
  parcelId: 'p-1',
  prankId,
  quantity,
  isWithdrawn,
  contact: { name: 'G', address: '1 Path', city: 'Bend', state: 'OR', zipCode: '97701' },
})
const paid = (
  orderId: string,
  { id }: AdminPrank,
  quantity = 1,
  paidAt = new Date(),
  deps: Parameters<typeof sellStock>[1] = fixture,
) =>
  sellStock(
    {
      orderId,
      ownerId: null,
      items: [
        {
          ...parcelsOf(id, quantity),
          prank: { id, name: 'S', description: 'S', tier: 'S', image: 'potato' },
          contactId: null,
          priceCents: 750,
        },
      ],
      totalCents: 750,
      customMessage: null,
      paidAt: paidAt.toISOString(),
    },
    deps,
  )
const withdrawn = (orderId: string, { id }: AdminPrank, quantity = 1) =>
  returnStock({ orderId, parcels: [parcelsOf(id, quantity, true)] }, fixture)
const failed = (orderId: string, sessionId = 'cs_test_1') => releaseStock({ orderId, sessionId }, fixture)
const lowEvents = async ({ id }: AdminPrank) =>
  ((await fixture.pranks.findById(id).lean())?.outbox ?? []).filter(({ type }) => type === 'stock-low')

describe('a counted stock', () => {
  test('when 200 orders reserve the last 5 at the same time, then exactly 5 get one, and it is sold out', async () => {
    const prank = await add(5)
    // Not over HTTP: a call that takes longer than its caller waits has no outcome to count.
    const pranks = [{ prankId: prank.id, quantity: 1 }]
    const answers = await Promise.allSettled(
      Array.from({ length: 200 }, () => reserveNow({ orderId: newId(), pranks, sessionId: null }, fixture)),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    expect(await figures(prank)).toEqual([0, 5])
    expect(await shown(prank)).toBe(true)
    const refused = await reserve(newId(), [prank]).catch((error: Error) => error)
    expect(refused).toMatchObject({ message: expect.stringContaining('is sold out.') })
  })

  test('when the reserved order is paid, also twice, then it is sold once; withdrawn parcels return once', async () => {
    const prank = await add(3)
    const orderId = newId()
    for (let n = 0; n < 2; n++) await reserve(orderId, [{ ...prank, quantity: 2 }])
    expect(await figures(prank)).toEqual([1, 2])
    for (let n = 0; n < 2; n++) await paid(orderId, prank, 2)
    await failed(orderId)
    expect(await figures(prank)).toEqual([1, 0])
    for (let n = 0; n < 2; n++) await withdrawn(orderId, prank, 2)
    expect(await figures(prank)).toEqual([3, 0])
    await paid(orderId, prank, 2)
    expect(await figures(prank)).toEqual([3, 0])
  })

  test('when all of an order without a reservation is withdrawn before it is reported as paid, then nothing is taken', async () => {
    const prank = await add(3)
    const orderId = newId()
    for (let n = 0; n < 2; n++) await withdrawn(orderId, prank, 2)
    for (let n = 0; n < 2; n++) await paid(orderId, prank, 2)
    expect(await figures(prank)).toEqual([3, 0])
  })

  test('when its session ends without a payment, then it is released once; a later attempt keeps its units', async () => {
    const prank = await add(2)
    const orderId = newId()
    await reserve(orderId, [prank], 'cs_test_1')
    for (let n = 0; n < 2; n++) await failed(orderId)
    expect(await figures(prank)).toEqual([2, 0])
    // The next attempt ends the session of the first one at Stripe, and the report of that may come at any time.
    await reserve(orderId, [prank], 'cs_test_1')
    await reserve(orderId, [prank])
    await reserve(orderId, [prank], 'cs_test_2')
    await failed(orderId, 'cs_test_1')
    expect(await figures(prank)).toEqual([1, 1])
    await failed(orderId, 'cs_test_2')
    expect(await figures(prank)).toEqual([2, 0])
  })

  test('when one of two pranks is sold out, then nothing of the order stays reserved, and the message names it', async () => {
    const [plenty, few] = [await add(9), await add(1)]
    const refused = await reserve(newId(), [plenty, { ...few, quantity: 2 }]).catch((error: Error) => error)
    expect(refused).toMatchObject({
      message: `Only 1 of ${few.name} is left. Please reduce the quantity in your Arsenal.`,
    })
    expect([await figures(plenty), await figures(few)]).toEqual([
      [9, 0],
      [1, 0],
    ])
  })

  test('when nobody ends a reservation, then it ends by its time; a payment after that takes the unit all the same', async () => {
    const prank = await add(1)
    const orderId = newId()
    await reserve(orderId, [prank])
    expect(await endReservations(fixture)).toBe(false)
    const later = { ...fixture, now: () => new Date(Date.now() + 31 * 60_000) }
    while (await endReservations(later));
    expect(await figures(prank)).toEqual([1, 0])
    const other = newId()
    await reserve(other, [prank])
    for (const id of [other, orderId]) for (let n = 0; n < 2; n++) await paid(id, prank)
    expect(await figures(prank)).toEqual([-1, 0])
  })

  test('when it is low, then one event says so until the stock is set again', async () => {
    const prank = await add(7)
    await paid(newId(), prank)
    expect(await lowEvents(prank)).toEqual([])
    for (let n = 0; n < 2; n++) await paid(newId(), prank)
    expect((await lowEvents(prank)).map(({ data }) => data)).toEqual([
      { prankId: prank.id, name: prank.name, left: 5, at: expect.any(String) },
    ])
    await set(prank, 6)
    await paid(newId(), prank)
    expect(await lowEvents(prank)).toHaveLength(2)
  })

  test('when it is no longer counted, then sales take nothing, leave no entries, and report nothing', async () => {
    const prank = await add(7)
    await set(prank, null)
    for (let n = 0; n < 3; n++) await paid(newId(), prank)
    expect(await lowEvents(prank)).toEqual([])
    const { stock } = (await fixture.pranks.findById(prank.id).lean()) ?? {}
    expect([stock?.left, stock?.entries]).toEqual([7, []])
  })

  test('when it becomes low by parallel sales while an operator edits the prank, then one event says so, and the edit is saved', async () => {
    const prank = await add(8)
    await Promise.all(Array.from({ length: 8 }, () => paid(newId(), prank)))
    expect(await lowEvents(prank)).toHaveLength(1)
    const { revision } = prank
    expect(
      await ask('PATCH', `/${prank.id}`, { description: 'A plush snail, green.', revision }),
    ).toMatchObject({
      description: 'A plush snail, green.',
      revision: revision + 1,
    })
  })

  test('when an operator sets it, then reserved units are part of it; without a number nothing is counted', async () => {
    const prank = await add(null)
    await reserve(newId(), [{ ...prank, quantity: 9 }])
    expect(await set(prank, 3)).toMatchObject({ stock: 3, reserved: 0, soldOut: false })
    await reserve(newId(), [{ ...prank, quantity: 2 }])
    const [read] = await fixture.internal.get(`/internal/pranks?ids=${prank.id}`, internalPranks)
    expect(read).toMatchObject({ isCounted: true, left: 1 })
    expect(await set(prank, 2)).toMatchObject({ stock: 2, reserved: 2, soldOut: true })
    expect(await set(prank, null)).toMatchObject({ stock: null, reserved: 0, soldOut: false })
    await reserve(newId(), [{ ...prank, quantity: 9 }])
  })

  test('when orders changed it since the operator read it, then a new stock is refused; a repeat is not', async () => {
    const prank = await add(20)
    const { revision } = prank
    const patch = (body: object) =>
      fixture.operator('PATCH', `/api/admin/pranks/${prank.id}`, { revision, ...body })
    await paid(newId(), prank, 3)
    expect(await patch({ stock: 25, stockSeen: 20 })).toMatchObject({
      status: 409,
      body: {
        message: 'The stock has changed meanwhile: it is 17 now. Please reload the prank, then set it again.',
      },
    })
    expect(await patch({ stock: 25, stockSeen: null })).toMatchObject({ status: 409 })
    expect(await figures(prank)).toEqual([17, 0])
    await reserve(newId(), [{ ...prank, quantity: 2 }])
    for (let n = 0; n < 2; n++)
      expect(await patch({ stock: 22, stockSeen: 17 })).toMatchObject({ status: 200, body: { stock: 22 } })
    expect(await figures(prank)).toEqual([20, 2])
    expect(await patch({ stockSeen: 22 })).toMatchObject({ status: 400 })
    const off = await set(prank, null)
    expect(await patch({ stock: 9, stockSeen: 22, revision: off.revision })).toMatchObject({ status: 409 })
    expect(await patch({ stock: 9, stockSeen: null, revision: off.revision })).toMatchObject({
      status: 200,
      body: { stock: 9 },
    })
  })

  test('when an order is paid twice with 30 days between, then the second report is ignored', async () => {
    const prank = await add(5)
    await paid(newId(), prank, 1, new Date(Date.now() - 31 * 86_400_000))
    expect(await figures(prank)).toEqual([5, 0])
  })

  test('when parcels are withdrawn long after their sale was forgotten, then each returns once, also months later', async () => {
    const day = 86_400_000
    const start = Date.now() - 100 * day
    const on = (days: number) => new Date(start + days * day)
    const { pranks, outbox, shops, shopDefaults } = fixture
    const at = (days: number) => ({ pranks, outbox, shops, shopDefaults, now: () => on(days) })
    const prank = await add(9)
    const orderId = newId()
    const set = (stock: number, days: number) => setStock(prank.id, { stock, seen: undefined }, at(days))
    const state = (...withdrawn: (number | null)[]) => ({
      orderId,
      paidAt: on(0).toISOString(),
      parcels: withdrawn.map((days) => ({
        ...parcelsOf(prank.id, 1, days !== null),
        withdrawnAt: days === null ? null : on(days).toISOString(),
      })),
    })
    await paid(orderId, prank, 3, on(0), at(0))
    await returnStock(state(2, null, null), at(2))
    expect(await figures(prank)).toEqual([7, 0])
    await set(20, 40)
    expect((await pranks.findById(prank.id).lean())?.stock?.entries).toEqual([])
    const second = state(2, 45, null)
    for (const days of [45, 46, 70]) await returnStock(second, at(days))
    expect(await figures(prank)).toEqual([21, 0])
    // The last parcel, and after the next count an event from a dead-letter queue.
    for (const days of [71, 72]) await returnStock(state(2, 45, 71), at(days))
    expect(await figures(prank)).toEqual([22, 0])
    await set(30, 102)
    for (const late of [second, state(2, 45, 71)]) await returnStock(late, at(102))
    expect(await figures(prank)).toEqual([30, 0])
  })
})

test('when stocks are low then the digest lists those on sale, with reserved units; others are not in it', async () => {
  const [none, few, plenty, uncounted, gone] = [
    await add(0),
    await add(4),
    await add(9),
    await add(null),
    await add(1),
  ]
  await reserve(newId(), [few])
  await ask('PATCH', `/${gone.id}`, { onSale: false })
  const { low } = await fixture.clientFor('notification').get('/internal/digest', digestOfStock)
  const own = new Set([none, few, plenty, uncounted, gone].map(({ name }) => name))
  expect(low.filter(({ name }) => own.has(name))).toEqual([
    { name: none.name, left: 0 },
    { name: few.name, left: 4 },
  ])
})
