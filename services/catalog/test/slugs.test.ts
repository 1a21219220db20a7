import type { AdminPrank } from '@prankpost/contracts'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { seedEdition, seedPranks } from '../src/seed.ts'
import { slugOf } from '../src/slug.ts'
import { assignSlugs } from '../src/use-cases/assign-slugs.ts'
import { seedCatalog } from '../src/use-cases/seed-catalog.ts'
import { startFixture } from './fixture.ts'

const fixture = await startFixture()
const { pranks } = fixture
beforeEach(async () => {
  await pranks.deleteMany({ _id: { $gt: '' } })
  await seedCatalog({ pranks: seedPranks, edition: seedEdition }, fixture)
})
afterAll(() => fixture.close())

const slugs = async () => {
  const all = await pranks.find({}, { slugs: 1 }).sort({ position: 1 }).lean()
  return all.map((prank) => prank.slugs)
}
const read = (slug: string) => fixture.call('GET', `/api/pranks/${slug}`)
async function ask(method: string, path: string, body: object): Promise<AdminPrank & { status: number }> {
  const answer = await fixture.operator(method, `/api/admin/pranks${path}`, body)
  return { ...answer.body, status: answer.status }
}
const add = (name: string) => ask('POST', '', { name, description: 'A surprise.', price: '5.00' })
const rename = (id: string, name: string) => ask('PATCH', `/${id}`, { name })

describe('the slug of a prank', () => {
  test('when a name has accents, signs or no letter of ours, then it is lower-case ASCII with dashes', () => {
    const names = ['Crème Brûlée', "The Devil's Sock", '  100% -- <script> ', 'ﬁne', '屁']
    expect(names.map(slugOf)).toEqual(['creme-brulee', 'the-devils-sock', '100-script', 'fine', 'prank'])
  })

  test('when replicas start at once, and again, then each prank has one, in one write that announces nothing', async () => {
    await Promise.all([assignSlugs(fixture), assignSlugs(fixture), assignSlugs(fixture)])
    const first = await slugs()
    expect(first).toEqual([
      ['raw-potato'],
      ['glitter-of-doom'],
      ['bag-of-farts'],
      ['fake-adoption-papers'],
      ['mystery-sauce'],
      ['dirty-sock'],
    ])
    await assignSlugs(fixture)
    expect(await slugs()).toEqual(first)
    const all = await pranks.find().lean()
    expect(all.map(({ revision, outbox }) => [revision, outbox.length])).toEqual(Array(6).fill([1, 1]))
  })

  test('when a start was killed half-way, and the version before renamed a prank, then the next one completes', async () => {
    await pranks.updateOne({ name: 'Raw Potato' }, { $set: { slugs: ['boiled-potato'] } })
    await pranks.updateOne({ name: 'Dirty Sock' }, { $set: { slugs: ['dirty-sock'] } })
    await assignSlugs(fixture)
    expect([(await slugs())[0], (await slugs())[5]]).toEqual([
      ['raw-potato', 'boiled-potato'],
      ['dirty-sock'],
    ])
  })

  test('when ten pranks whose names differ in signs only are added at once, then each has a number', async () => {
    const signs = ['', '!', '?', '.', '+', '*', '#', '@', '%', '&']
    const added = await Promise.all(signs.map((sign) => add(`Garden Snail${sign}`)))
    const numbers = signs.map((_, index) => (index === 0 ? 'garden-snail' : `garden-snail-${index + 1}`))
    expect(added.map(({ slug }) => String(slug)).sort()).toEqual(numbers.sort())
    expect((await add('GARDEN SNAIL')).status).toBe(409)
  })

  test('when a prank is renamed, and back, then all addresses lead to it, and no other prank gets one', async () => {
    await assignSlugs(fixture)
    const { id } = await add('Garden Snail')
    expect((await rename(id, 'Gerald')).slug).toBe('gerald')
    expect(await read('garden-snail')).toMatchObject({ status: 200, body: { id, slug: 'gerald' } })
    expect((await add('Garden Snail')).slug).toBe('garden-snail-2')
    await rename(id, 'GERALD')
    expect((await pranks.findById(id).lean())?.slugs).toEqual(['gerald', 'garden-snail'])
    await rename(id, 'Garden: Snail')
    expect((await pranks.findById(id).lean())?.slugs).toEqual(['garden-snail', 'gerald'])
    expect((await rename(id, 'dirty sock')).status).toBe(409)
  })
})

describe('reading a prank by its slug', () => {
  test('when it is on sale, then the answer has contents and allergens, and caches revalidate it', async () => {
    await assignSlugs(fixture)
    const { status, headers, body } = await read('RAW-potato')
    expect([status, headers.get('cache-control')]).toEqual([200, 'public, no-cache'])
    expect(body).toEqual({
      id: seedPranks[0]?._id,
      slug: 'raw-potato',
      name: 'Raw Potato',
      description: seedPranks[0]?.description,
      price: '4.99',
      tier: 'Standard',
      image: 'potato',
      picture: null,
      soldOut: false,
      contents: seedPranks[0]?.contents,
      allergens: seedPranks[0]?.allergens,
    })
    expect(headers.get('etag')).toMatch(/^"/)
  })

  test('when it is not on sale any more, then it is a 410, and a slug that never was is a 404', async () => {
    const { id } = await add('Garden Snail')
    await rename(id, 'Gerald')
    await ask('PATCH', `/${id}`, { onSale: false })
    for (const slug of ['gerald', 'garden-snail']) {
      expect(await read(slug)).toMatchObject({ status: 410, headers: {}, body: { code: 'gone' } })
    }
    for (const slug of ['garden', 'garden-snail-2', '%24ne', '.*', 'a'.repeat(100)]) {
      expect(await read(slug)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    }
    expect((await read('a'.repeat(101))).status).toBe(400)
  })
})
