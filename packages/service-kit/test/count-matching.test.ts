import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { testNamespace } from '@prankpost/local-stack'
import mongoose, { Schema } from 'mongoose'
import { countMatching } from '../src/count-matching.ts'
import { searchFilter } from '../src/search.ts'

interface Thing {
  kind: string
  searchTerms: string[]
}

const space = testNamespace()
const connection = await mongoose
  .createConnection(space.mongodbUri, { dbName: `${space.databasePrefix}_kit` })
  .asPromise()
const things = connection.model<Thing>('Counted', new Schema<Thing>({ kind: String, searchTerms: [String] }))
afterAll(async () => {
  await connection.close()
  await space.drop()
})

const add = (count: number, thing: Thing) =>
  things.collection.insertMany(Array.from({ length: count }, () => ({ ...thing })))

describe('countMatching', () => {
  beforeAll(async () => {
    await add(9_999, { kind: 'many', searchTerms: ['potato'] })
    await add(3, { kind: 'few', searchTerms: ['sock'] })
  })

  test('when there are fewer than 10,000 then the count is exact each time', async () => {
    expect(await countMatching(things, { kind: 'few' })).toBe(3)
    await add(1, { kind: 'few', searchTerms: ['sock'] })
    expect(await countMatching(things, { kind: 'few' })).toBe(4)
    expect(await countMatching(things, { kind: 'many' })).toBe(9_999)
  })

  test('when there are more then it is remembered for this filter, and for no other', async () => {
    await add(1, { kind: 'many', searchTerms: ['potato'] })
    expect(await countMatching(things, { kind: 'many' })).toBe(10_000)
    expect(await countMatching(things, searchFilter('pota'))).toBe(10_000)
    await add(1, { kind: 'many', searchTerms: ['potato'] })
    expect(await countMatching(things, { kind: 'many' })).toBe(10_000)
    expect(await countMatching(things, searchFilter('pota'))).toBe(10_000)
    expect(await countMatching(things, searchFilter('potat'))).toBe(10_001)
    expect(await countMatching(things, { kind: 'few' })).toBe(4)
  })
})
