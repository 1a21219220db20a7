import type { AdminPrank, EventData, Prank, PriceChange } from '@prankpost/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seedEdition, seedPranks } from '../src/seed.ts'
import { seedCatalog } from '../src/use-cases/seed-catalog.ts'
import { startFixture } from './fixture.ts'

const fixture = await startFixture()
beforeAll(() => seedCatalog({ pranks: seedPranks, edition: seedEdition }, fixture))
afterAll(() => fixture.close())

/** A call of the operator, with the status that it must have. */
async function ask<T = AdminPrank>(method: string, path: string, body?: object, status = 200): Promise<T> {
  const answer = await fixture.operator(method, `/api/admin/pranks${path}`, body)
  expect(answer.status).toBe(status)
  return answer.body
}
interface Page {
  items: AdminPrank[]
  total: number
  nextCursor: string | null
}
const stored = (id: string) => fixture.pranks.findById(id).lean()
const events = async (id: string) =>
  ((await stored(id))?.outbox ?? []).map(({ data }) => data as EventData<'prank-changed'>)
const store = async () => (await (await fetch(`${fixture.url}/api/pranks`)).json()) as Prank[]
const snail = { name: 'Garden Snail', description: 'A plush snail.', price: '7.50' }

describe('adding a prank', () => {
  test('when it is added then it is the last in the store, with the potato, and one event reports it', async () => {
    const added = await ask('POST', '', snail, 201)
    expect(added).toMatchObject({ ...snail, tier: 'Standard', onSale: true, position: 7, revision: 1 })
    expect((await store()).at(-1)).toEqual({
      id: added.id,
      ...snail,
      tier: 'Standard',
      image: 'potato',
      picture: null,
      slug: 'garden-snail',
      soldOut: false,
    })
    expect(await events(added.id)).toEqual([
      expect.objectContaining({
        prankId: added.id,
        name: snail.name,
        priceCents: 750,
        onSale: true,
        revision: 1,
      }),
    ])
  })

  test('when the call is repeated, also in another case, then it is a 409 and nothing is added', async () => {
    await ask('POST', '', snail, 409)
    await ask('POST', '', { ...snail, name: 'GARDEN snail' }, 409)
    expect(await fixture.pranks.countDocuments()).toBe(7)
  })

  test.each([
    { price: '0.49' },
    { price: '1000.01' },
    { price: 'free' },
    { name: ' ' },
    { description: '' },
    { position: 0 },
  ])('when it has %j then it is a 400', async (wrong) => {
    await ask('POST', '', { ...snail, name: 'Another', ...wrong }, 400)
  })
})

describe('changing a prank', () => {
  const potato = seedPranks[0]?._id as string
  const sock = seedPranks[5]?._id as string

  test('when the price changes then the store shows it, an event reports it, and the history names the operator', async () => {
    const changed = await ask('PATCH', `/${potato}`, { price: '5.49' })
    expect(changed).toMatchObject({ price: '5.49', revision: 2 })
    expect((await store())[0]).toMatchObject({ id: potato, price: '5.49' })
    expect((await events(potato)).at(-1)).toMatchObject({ priceCents: 549, revision: 2 })
    await ask('PATCH', `/${potato}`, { price: 6, description: 'A larger one.' })
    expect(await ask<PriceChange[]>('GET', `/${potato}/prices`)).toEqual([
      { at: expect.any(String), from: '5.49', to: '6.00', by: 'admin' },
      { at: expect.any(String), from: '4.99', to: '5.49', by: 'admin' },
    ])
  })

  test('when the same change is sent again then nothing changes', async () => {
    const again = await ask('PATCH', `/${potato}`, { price: '6.00', revision: 2 })
    expect(again.revision).toBe(3)
    expect(await events(potato)).toHaveLength(3)
  })

  test('when the prank has changed since the operator read it then it is a 409 and nothing changes', async () => {
    await ask('PATCH', `/${potato}`, { name: 'Hot Potato', revision: 2 }, 409)
    expect((await stored(potato))?.name).toBe('Raw Potato')
  })

  test('when it gets the name of another prank then it is a 409', async () => {
    await ask('PATCH', `/${potato}`, { name: 'dirty sock' }, 409)
  })

  test('when it is taken off sale and moved then the store and the events follow', async () => {
    await ask('PATCH', `/${sock}`, { onSale: false })
    expect((await store()).map(({ id }) => id)).not.toContain(sock)
    expect((await events(sock)).at(-1)).toMatchObject({ onSale: false })
    await ask('PATCH', `/${sock}`, { onSale: true, position: 1 })
    expect((await store()).slice(0, 2).map(({ id }) => id)).toEqual([potato, sock])
  })

  test('when it does not exist, or nothing is given, then nothing changes', async () => {
    const unknown = 'f'.repeat(24)
    await ask('PATCH', `/${unknown}`, { price: '5.00' }, 404)
    await ask('GET', `/${unknown}/prices`, undefined, 404)
    await ask('PATCH', `/${potato}`, {}, 400)
    await ask('PATCH', `/${potato}`, { revision: 3 }, 400)
  })
})

describe('the list of the operator', () => {
  test('when it is read in pages then it has all pranks by position, also those off sale', async () => {
    await ask('PATCH', `/${seedPranks[2]?._id}`, { onSale: false })
    const first = await ask<Page>('GET', '?limit=4')
    const second = await ask<Page>('GET', `?limit=4&cursor=${first.nextCursor}`)
    const all = [...first.items, ...second.items]
    expect([first.items.length, first.total, second.nextCursor]).toEqual([4, 7, null])
    expect(new Set(all.map(({ id }) => id)).size).toBe(7)
    expect(all.map(({ position }) => position)).toEqual(
      all.map(({ position }) => position).toSorted((a, b) => a - b),
    )
    expect(all.find(({ name }) => name === 'Bag of Farts')?.onSale).toBe(false)
  })

  test('when it is searched then each word must occur', async () => {
    expect((await ask<Page>('GET', '?q=snail+GARDEN')).items.map(({ name }) => name)).toEqual([
      'Garden Snail',
    ])
    expect(await ask<Page>('GET', '?q=snail+sock')).toEqual({ items: [], total: 0, nextCursor: null })
    expect(await ask<Page>('GET', '?limit=0')).toEqual({ items: [], total: 7, nextCursor: null })
  })
})
