import { prankImages } from '@prankpost/contracts'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { type SeedPrank, seedEdition, seedPranks } from '../src/seed.ts'
import { changePrice } from '../src/use-cases/change-price.ts'
import { seedCatalog } from '../src/use-cases/seed-catalog.ts'
import { startFixture } from './fixture.ts'

const fixture = await startFixture()
const { pranks } = fixture
beforeEach(() => pranks.deleteMany({ _id: { $gt: '' } }))
afterAll(() => fixture.close())

const seed = (list = seedPranks, edition = seedEdition) => seedCatalog({ pranks: list, edition }, fixture)
const potatoId = seedPranks[0]?._id as string
const potato = () => pranks.findOne({ _id: potatoId }).lean()
const withPotato = (over: Partial<SeedPrank>) =>
  seedPranks.map((prank) => (prank._id === potatoId ? { ...prank, ...over } : prank))

describe('seeding the catalog', () => {
  test('when the shop is new then it has the six known pranks at $4.99, each with one event', async () => {
    await seed()
    const stored = await pranks.find().sort({ position: 1 }).lean()
    expect(stored.map(({ name }) => name)).toEqual([
      'Raw Potato',
      'Glitter of Doom',
      'Bag of Farts',
      'Fake Adoption Papers',
      'Mystery Sauce',
      'Dirty Sock',
    ])
    expect(new Set(stored.map(({ image }) => image))).toEqual(new Set(prankImages))
    for (const prank of stored) {
      expect(prank).toMatchObject({ priceCents: 499, tier: 'Standard', onSale: true, revision: 1 })
      expect(prank.description.length).toBeGreaterThan(40)
      expect(prank.outbox).toEqual([
        expect.objectContaining({
          type: 'prank-changed',
          data: expect.objectContaining({ prankId: prank._id, priceCents: 499, revision: 1 }),
        }),
      ])
    }
  })

  test('when five replicas start at once, and again, then the result is the same as with one', async () => {
    await Promise.all(Array.from({ length: 5 }, () => seed()))
    await Promise.all(Array.from({ length: 5 }, () => seed()))
    const stored = await pranks.find().lean()
    expect(stored).toHaveLength(6)
    expect(stored.map(({ revision, outbox }) => [revision, outbox.length])).toEqual(Array(6).fill([1, 1]))
  })

  test('when the operator has set a price then a restart does not change it', async () => {
    await seed()
    await changePrice({ prank: potatoId, priceCents: 777 }, fixture)
    await seed()
    expect((await potato())?.priceCents).toBe(777)
  })

  test('when a later edition differs then only its changes are applied and announced', async () => {
    await seed()
    await changePrice({ prank: potatoId, priceCents: 777 }, fixture)
    const later = withPotato({ description: 'A better potato.' })
    await Promise.all([seed(later, seedEdition + 1), seed(later, seedEdition + 1)])
    const changed = await potato()
    expect(changed).toMatchObject({ description: 'A better potato.', priceCents: 777, revision: 3 })
    expect(changed?.outbox.at(-1)).toMatchObject({
      data: { description: 'A better potato.', priceCents: 777, revision: 3 },
    })
    const others = await pranks.find({ _id: { $ne: potatoId } }).lean()
    expect(others.map(({ outbox }) => outbox.length)).toEqual(Array(5).fill(1))
  })

  test('when an operator has changed what a later edition changes then the operator wins', async () => {
    await seed()
    await changePrice({ prank: potatoId, priceCents: 777 }, fixture)
    await seed(withPotato({ priceCents: 599 }), seedEdition + 1)
    expect((await potato())?.priceCents).toBe(777)
    // The edition counts as applied: a restart does not try again.
    expect((await potato())?.seed?.priceCents).toBe(599)
  })

  test('when an older release starts after a newer one then it undoes nothing', async () => {
    await seed(withPotato({ priceCents: 599 }), seedEdition + 1)
    await seed()
    expect(await potato()).toMatchObject({ priceCents: 599, revision: 1 })
  })
})
