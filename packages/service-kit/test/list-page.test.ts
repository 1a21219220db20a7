import { testNamespace } from '@prankpost/test-harness'
import mongoose, { type mongo, type QueryFilter, Schema } from 'mongoose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findListPage, streamList } from '../src/data/list-page.ts'
import { searchFilter } from '../src/data/search.ts'

interface Thing {
  _id: string
  kind: string
}

const space = testNamespace()
const connection = await mongoose
  .createConnection(space.mongodbUri, { dbName: `${space.databasePrefix}_kit`, monitorCommands: true })
  .asPromise()
const things = connection.model<Thing>(
  'Thing',
  new Schema<Thing>({ _id: String, kind: String }, { versionKey: false }),
)
interface Found extends Thing {
  searchTerms: string[]
}
const foundSchema = new Schema<Found>(
  { _id: String, kind: String, searchTerms: [String] },
  { versionKey: false },
)
foundSchema.index({ searchTerms: 1, kind: 1 })
foundSchema.index({ kind: 1, _id: -1 })
const finds = connection.model<Found>('Found', foundSchema)
afterAll(async () => {
  await connection.close()
  await space.drop()
})

/** The id of a thing by its number; ids are strings, so they are sorted alphabetically. */
const id = (n: number) => `thing-${String(n).padStart(5, '0')}`
const idsOf = (found: { _id: string }[]) => found.map(({ _id }) => _id)
const newestFirst = (from: number, to: number) => {
  return Array.from({ length: from - to + 1 }, (_, i) => id(from - i))
}

describe('findListPage', () => {
  beforeEach(async () => {
    await things.deleteMany()
    await things.insertMany(
      Array.from({ length: 10 }, (_, n) => ({ _id: id(n), kind: n % 2 ? 'odd' : 'even' })),
    )
  })

  test('when pages are read by their cursors then each thing is returned once, newest first, and the last page has no cursor', async () => {
    const first = await findListPage(things, { filter: {}, limit: 4 })
    expect([idsOf(first.documents), first.total, first.nextCursor]).toEqual([newestFirst(9, 6), 10, id(6)])
    const second = await findListPage(things, { filter: {}, limit: 4, cursor: id(6) })
    expect([idsOf(second.documents), second.nextCursor]).toEqual([newestFirst(5, 2), id(2)])
    const last = await findListPage(things, { filter: {}, limit: 4, cursor: id(2) })
    expect([idsOf(last.documents), last.total, last.nextCursor]).toEqual([newestFirst(1, 0), 10, null])
  })

  test('when the limit is 0 then only the total is returned', async () => {
    const none = { documents: [], total: 10, nextCursor: null }
    expect(await findListPage(things, { filter: {}, limit: 0 })).toEqual(none)
    expect(await findListPage(things, { filter: { kind: 'odd' }, limit: 0 })).toEqual({ ...none, total: 5 })
  })

  test('when a page ends with the last thing then there is no next page', async () => {
    expect((await findListPage(things, { filter: {}, limit: 10 })).nextCursor).toBeNull()
    expect((await findListPage(things, { filter: { kind: 'odd' }, limit: 5 })).nextCursor).toBeNull()
  })

  test('when there is a filter then it applies to the page and to the total, regardless of the cursor', async () => {
    const { documents, total } = await findListPage(things, {
      filter: { kind: 'odd' },
      limit: 2,
      cursor: id(7),
    })
    expect([idsOf(documents), total]).toEqual([[id(5), id(3)], 5])
  })

  test('when things are added and deleted between two pages then no other thing is missing or repeated', async () => {
    const { nextCursor } = await findListPage(things, { filter: {}, limit: 4 })
    await things.create({ _id: id(10), kind: 'even' })
    await things.deleteMany({ _id: { $in: [id(6), id(4)] } })
    const { documents } = await findListPage(things, { filter: {}, limit: 4, cursor: String(nextCursor) })
    expect(idsOf(documents)).toEqual([id(5), id(3), id(2), id(1)])
  })

  test('when a projection excludes fields then the page does not contain them', async () => {
    const { documents } = await findListPage(things, { filter: {}, limit: 1, projection: { kind: 0 } })
    expect(documents).toEqual([{ _id: id(9) }])
  })
})

describe('a search', () => {
  const sent: mongo.Document[] = []
  connection.getClient().on('commandStarted', ({ command }) => sent.push(command))
  /** Returns the ids, the total, and the index that the page was read with. */
  const searchResult = async (filter: QueryFilter<Found>) => {
    sent.length = 0
    const { documents, total } = await findListPage(finds, { filter, limit: 3 })
    return { ids: idsOf(documents), total, hint: sent.find(({ find }) => find !== undefined)?.hint }
  }
  const byTerm = { searchTerms: 1, kind: 1 }

  beforeAll(async () => {
    await finds.createIndexes()
    await finds.insertMany(
      Array.from({ length: 10_050 }, (_, n) => ({
        _id: id(n),
        kind: n % 3 === 0 ? 'odd' : 'even',
        searchTerms: ['potato', ...(n % 1_000 === 0 ? ['sock', 'sockeye'] : []), `no${n}`],
      })),
    )
  })

  test('when few documents match then only those are read, newest first, and counted', async () => {
    expect(await searchResult(searchFilter('sock'))).toEqual({
      ids: [id(10_000), id(9_000), id(8_000)],
      total: 11,
      hint: byTerm,
    })
    expect(await searchResult({ kind: 'odd', ...searchFilter('Sock') })).toEqual({
      ids: [id(9_000), id(6_000), id(3_000)],
      total: 4,
      hint: byTerm,
    })
  })

  test('when many documents match then the list is scanned, and counted up to a limit', async () => {
    const newest = { ids: newestFirst(10_049, 10_047), total: 10_000 }
    expect(await searchResult(searchFilter('pot'))).toEqual({ ...newest, hint: { _id: 1 } })
    const even = { ids: [id(10_049), id(10_048), id(10_046)], total: 6_700 }
    const ofKind = await searchResult({ kind: 'even', ...searchFilter('potato') })
    expect(ofKind).toEqual({ ...even, hint: { kind: 1, _id: -1 } })
  })

  test('when one of several words is rare then the index of the terms is used', async () => {
    const found = await searchResult(searchFilter('potato sock'))
    expect(found).toEqual({ ids: [id(10_000), id(9_000), id(8_000)], total: 11, hint: byTerm })
  })

  test('when no document matches then the page is empty', async () => {
    expect(await searchResult(searchFilter('unicorn'))).toEqual({ ids: [], total: 0, hint: byTerm })
  })
})

describe('streamList', () => {
  const commands: string[] = []
  connection.getClient().on('commandStarted', ({ commandName }) => commands.push(commandName))
  beforeAll(async () => {
    await things.deleteMany()
    await things.insertMany(
      Array.from({ length: 1_200 }, (_, n) => ({ _id: id(n), kind: n % 2 ? 'odd' : 'even' })),
    )
  })
  beforeEach(() => {
    commands.length = 0
  })

  test('when there are more things than fit into a batch then all are returned, newest first, in batches', async () => {
    const all = await Array.fromAsync(streamList(things, { filter: {} }))
    expect(idsOf(all)).toEqual(newestFirst(1_199, 0))
    expect(commands).toEqual(['find', 'getMore', 'getMore'])
  })

  test('when there is a filter then only matching things are returned', async () => {
    const odd = await Array.fromAsync(streamList(things, { filter: { kind: 'odd' } }))
    expect([odd.length, odd[0]?._id]).toEqual([600, id(1_199)])
  })

  test('when the reader stops before the end then the cursor is closed', async () => {
    for await (const { _id } of streamList(things, { filter: {} })) {
      expect(_id).toBe(id(1_199))
      break
    }
    expect(commands).toEqual(['find', 'killCursors'])
  })
})
