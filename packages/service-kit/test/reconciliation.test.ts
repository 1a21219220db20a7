import { setTimeout as sleep } from 'node:timers/promises'
import type { RecentEvents } from '@prankpost/contracts'
import { NotYet } from '@prankpost/messaging'
import { testNamespace } from '@prankpost/test-harness'
import { Schema } from 'mongoose'
import { register } from 'prom-client'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createReconciliation } from '../src/data/reconciliation.ts'
import {
  allDone,
  connectDatabase,
  createLogger,
  findRecent,
  type InternalClient,
  type Repair,
  type ReportedEvent,
  unavailable,
} from '../src/index.ts'
import { explainQueries, newId } from '../src/testing/index.ts'

const space = testNamespace()
const connection = await connectDatabase('order', {
  MONGODB_URI: space.mongodbUri,
  DATABASE_PREFIX: space.databasePrefix,
})
interface Thing {
  _id: string
  kind: string
  reportedAt?: Date
}
const schema = new Schema<Thing>({ _id: String, kind: String, reportedAt: Date }, { versionKey: false })
schema.index(
  { kind: 1, reportedAt: 1, _id: 1 },
  { partialFilterExpression: { reportedAt: { $exists: true } } },
)
const things = connection.model<Thing>('Thing', schema)
await things.createIndexes()
afterAll(async () => {
  await connection.close()
  await space.drop({ topology: false })
})

const kind = 'thing-not-known'
const log = createLogger('order', 'silent')
/** The ids of the events that the owner reports, and those that the reader knows. */
let reportedIds: string[] = []
let known = new Set<string>()
let checkedPages: string[][] = []
let isSourceDown = false
let ingest = async (id: string) => void known.add(id)

const event = (contactId: string) => ({
  type: 'contact-saved',
  data: { contactId, ownerId: newId(), created: true, savedAt: new Date().toISOString() },
})
const source: Pick<InternalClient, 'get'> = {
  async get(path, schema) {
    if (isSourceDown) throw unavailable()
    const query = new URL(path, 'http://owner').searchParams
    const start = Number(query.get('cursor') ?? 0)
    const inWindow = Number(new Date(String(query.get('until')))) > 0 ? reportedIds : []
    const nextCursor = start + 2 < inWindow.length ? String(start + 2) : null
    return schema.parse({ events: inWindow.slice(start, start + 2).map(event), nextCursor } as RecentEvents)
  },
}
const compare = async (reported: ReportedEvent[], repair: Repair<typeof kind>) => {
  const ids = reported.flatMap(({ type, data }) => (type === 'contact-saved' ? [data.contactId] : []))
  checkedPages.push(ids)
  for (const id of ids) if (!known.has(id)) await repair(kind, { id }, () => ingest(id))
}
interface Position {
  from: Date
  until: Date | null
  cursor: string | null
}
let name = ''
const reconcile = ({ settleMs = 0 } = {}) =>
  createReconciliation({
    ...{ name, kinds: [kind] as const, source: source as InternalClient, path: '/internal/recent-events' },
    ...{ connection, log, settleMs, everyMs: 60_000, compare },
  })
/** Checks all pages, as the sweep does. */
const reconcileAll = async ({ round } = reconcile()) => {
  while (await round()) {
    // There is more.
  }
}
const makeDue = () =>
  connection.collection('reconciliations').updateOne({ _id: name as never }, { $set: { dueAt: new Date(0) } })
const position = () => connection.collection<Position>('reconciliations').findOne({ _id: name as never })
const found = async () => {
  const { values } = (await register.getSingleMetric('reconciled_total')?.get()) ?? { values: [] }
  return values.find(({ labels }) => labels.kind === kind)?.value
}

let before = 0
beforeEach(async () => {
  name = `things ${newId()}`
  reportedIds = Array.from({ length: 5 }, newId)
  known = new Set()
  checkedPages = []
  ingest = async (id) => void known.add(id)
  before = (await found()) ?? 0
})
afterEach(() => {
  isSourceDown = false
})

describe('a reconciliation', () => {
  test('when some reported events are not known then they are repaired page by page, and counted', async () => {
    known = new Set(reportedIds.slice(0, 3))
    await reconcileAll()
    expect(checkedPages.map(({ length }) => length)).toEqual([2, 2, 1])
    expect([...known].toSorted()).toEqual(reportedIds.toSorted())
    expect(await found()).toBe(before + 2)
  })

  test('when all events are known then nothing is repaired, and the next round begins where this one ended', async () => {
    known = new Set(reportedIds)
    await reconcileAll()
    expect(await found()).toBe(before)
    const after = await position()
    expect(Date.now() - Number(after?.from)).toBeLessThan(10_000)
    expect(after).toMatchObject({ until: null, cursor: null })
  })

  test('when it is not due yet then it does not ask the owner', async () => {
    await reconcileAll()
    checkedPages = []
    await reconcileAll()
    expect(checkedPages).toEqual([])
  })

  test('when two replicas check at once then only one of them reads the page', async () => {
    // Only one page, because either replica could read a second one.
    reportedIds = reportedIds.slice(0, 2)
    await reconcileAll()
    await makeDue()
    checkedPages = []
    await Promise.all([reconcile().round(), reconcile().round()])
    expect(checkedPages).toHaveLength(1)
  })

  test('when a process dies after repairing a page then the next one checks it again, and finds nothing', async () => {
    const dying = reconcile()
    await dying.round()
    const repaired = await found()
    // The state before the position advanced.
    await connection
      .collection('reconciliations')
      .updateOne({ _id: name as never }, { $set: { cursor: null, dueAt: new Date(0) } })
    await reconcileAll()
    expect(checkedPages[1]).toEqual(checkedPages[0])
    expect(await found()).toBe(Number(repaired) + 3)
  })

  test('when the owner is unavailable then the position stays, and the next round repairs everything', async () => {
    isSourceDown = true
    await expect(reconcile().round()).rejects.toMatchObject({ status: 503 })
    isSourceDown = false
    await makeDue()
    await reconcileAll()
    expect(known.size).toBe(5)
  })

  test('when one event cannot be repaired then the others are, and it is counted as failed in each window until it is repaired', async () => {
    const [bad] = reportedIds
    let isRepairable = false
    ingest = async (id) => {
      if (id === bad && !isRepairable) throw new NotYet('what it depends on')
      known.add(id)
    }
    const failures = async () => {
      const { values } = (await register.getSingleMetric('reconcile_failures_total')?.get()) ?? { values: [] }
      return values.find(({ labels }) => labels.kind === kind)?.value
    }
    for (const count of [1, 2]) {
      await reconcileAll()
      expect([known.size, await failures(), await found()]).toEqual([4, count, before + 4])
      expect(Date.now() - Number((await position())?.from)).toBeGreaterThan(29 * 86_400_000)
      await makeDue()
    }
    isRepairable = true
    await reconcileAll()
    expect([known.size, await failures(), await found()]).toEqual([5, 2, before + 5])
    expect(Date.now() - Number((await position())?.from)).toBeLessThan(10_000)
  })

  test('when the database becomes unavailable in the middle then the position stays', async () => {
    ingest = async () => {
      throw unavailable()
    }
    await expect(reconcile().round()).rejects.toMatchObject({ status: 503 })
    expect((await position())?.cursor).toBeNull()
  })

  test('when the process has just started then it repairs nothing yet, because its queues may deliver the events', async () => {
    await reconcileAll(reconcile({ settleMs: 5_000 }))
    expect(checkedPages).toEqual([])
  })

  test('when a reported event does not match the contract then it is skipped', async () => {
    reportedIds = ['no id at all', newId()]
    await reconcileAll()
    expect([...known]).toEqual([reportedIds[1]])
  })
})

describe('allDone', () => {
  test('when one promise fails then it waits for the others, and throws the failure', async () => {
    const done: string[] = []
    const slow = sleep(20).then(() => done.push('slow'))
    await expect(allDone([Promise.reject(new Error('lost')), slow])).rejects.toThrow('lost')
    expect(done).toEqual(['slow'])
    await allDone([])
  })
})

describe('findRecent', () => {
  test('when there are several pages, and many documents with the same date, then each is returned once, in order, by the index', async () => {
    const from = new Date('2026-01-01')
    const until = new Date('2026-01-03')
    const day = (n: number) => new Date(Date.UTC(2026, 0, n))
    const rows = Array.from({ length: 9 }, (_, n) => ({
      _id: `a${n}`,
      kind: 'a',
      reportedAt: day(n < 7 ? 1 : 2),
    }))
    await things.insertMany([
      ...rows,
      { _id: 'missing', kind: 'a' },
      { _id: 'other', kind: 'b', reportedAt: day(1) },
      { _id: 'later', kind: 'a', reportedAt: until },
    ])
    const seen: string[] = []
    let cursor: string | undefined
    const served = await explainQueries(connection, async () => {
      do {
        const page = await findRecent(things, 'reportedAt', { from, until, cursor, limit: 3 }, { kind: 'a' })
        seen.push(...page.documents.map(({ _id }) => _id))
        cursor = page.nextCursor ?? undefined
      } while (cursor !== undefined)
    })
    expect(seen).toEqual(rows.map(({ _id }) => _id))
    for (const { stages, documentsRead } of served) {
      expect(stages).toContain('IXSCAN')
      expect(stages).not.toContain('SORT')
      // At most the documents of one page; the explanation counts each of them twice.
      expect(documentsRead).toBeLessThanOrEqual(6)
    }
  })
})
