import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { internalPranks } from '@prankpost/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seedEdition, seedPranks } from '../src/seed.ts'
import { changePrice } from '../src/use-cases/change-price.ts'
import { seedCatalog } from '../src/use-cases/seed-catalog.ts'
import { startFixture } from './fixture.ts'

const fixture = await startFixture()
beforeAll(() => seedCatalog({ pranks: seedPranks, edition: seedEdition }, fixture))
afterAll(() => fixture.close())

const list = () => fetch(`${fixture.url}/api/pranks`)

/** Revalidates like a browser that has the list; fetch would add a cache-control header of its own. */
async function revalidate(etag: string) {
  const request = get(`${fixture.url}/api/pranks`, { headers: { 'if-none-match': etag } })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  let length = 0
  for await (const chunk of response) length += chunk.length
  return { status: response.statusCode, cacheControl: response.headers['cache-control'], length }
}

const priceOf = async (name: string) => {
  const pranks = (await (await list()).json()) as { name: string; price: string }[]
  return pranks.find((prank) => prank.name === name)?.price
}

describe('the list of pranks', () => {
  test('when a guest reads it then it contains the pranks on sale, by position, with decimal prices', async () => {
    const response = await list()
    const body = (await response.json()) as Record<string, unknown>[]
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'application/json; charset=utf-8',
    ])
    expect(body.map(({ name }) => name)).toEqual(seedPranks.map(({ name }) => name))
    expect(body[0]).toEqual({
      id: seedPranks[0]?._id,
      name: 'Raw Potato',
      description: expect.any(String),
      price: '4.99',
      tier: 'Standard',
      image: 'potato',
      picture: null,
      soldOut: false,
    })
  })

  test('when the browser already has the list then it is a 304 without a body', async () => {
    const etag = (await list()).headers.get('etag') ?? ''
    expect(await revalidate(etag)).toEqual({ status: 304, cacheControl: 'public, no-cache', length: 0 })
    expect(await revalidate('"another"')).toMatchObject({ status: 200 })
  })

  test('when a price changes then the list shows it at once, with another ETag', async () => {
    const before = (await list()).headers.get('etag')
    await changePrice({ prank: 'Dirty Sock', priceCents: 650 }, fixture)
    expect(await priceOf('Dirty Sock')).toBe('6.50')
    expect((await list()).headers.get('etag')).not.toBe(before)
  })

  test('when a prank is no longer on sale then it is not in the list, and order is still informed', async () => {
    const id = seedPranks[4]?._id as string
    await fixture.pranks.updateOne({ _id: id }, { $set: { onSale: false } })
    expect(await priceOf('Mystery Sauce')).toBeUndefined()
    const [emitted] = await fixture.internal.get(`/internal/pranks?ids=${id}`, internalPranks)
    expect(emitted).toMatchObject({ prankId: id, onSale: false })
    await fixture.pranks.updateOne({ _id: id }, { $set: { onSale: true } })
  })

  test('when it is read with HEAD then the response has no body', async () => {
    const response = await fetch(`${fixture.url}/api/pranks`, { method: 'HEAD' })
    expect([response.status, await response.text()]).toEqual([200, ''])
  })
})

describe('the endpoint for order', () => {
  test('when order starts then it gets every prank as in prank-changed, with contents and allergens', async () => {
    const pranks = await fixture.internal.get('/internal/pranks', internalPranks)
    expect(pranks).toHaveLength(6)
    const [potato] = await fixture.pranks.find({ name: 'Raw Potato' }).lean()
    const texts = { contents: potato?.contents, allergens: potato?.allergens }
    expect(pranks[0]).toEqual({ ...(potato?.outbox[0]?.data as object), ...texts, left: null })
    for (const { contents, allergens } of pranks) expect([contents, allergens]).not.toContain('')
  })

  test('when it requests some pranks then it gets those', async () => {
    const ids = seedPranks.slice(1, 3).map(({ _id }) => _id)
    const pranks = await fixture.internal.get(`/internal/pranks?ids=${ids.join(',')}`, internalPranks)
    expect(pranks.map(({ prankId }) => prankId)).toEqual(ids)
    await expect(fixture.internal.get('/internal/pranks?ids=1,2', internalPranks)).rejects.toMatchObject({
      status: 400,
    })
  })
})
