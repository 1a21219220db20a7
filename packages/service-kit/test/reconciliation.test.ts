import { setTimeout as sleep } from 'node:timers/promises'
import type { RecentEvents } from '@prankpost/contracts'
import { testNamespace } from '@prankpost/test-harness'
import { Schema } from 'mongoose'
import { register } from 'prom-client'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  allDone,
  connectDatabase,
  createLogger,
  createReconciliation,
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
  toldAt?: Date
}
const schema = new Schema<Thing>({ _id: String, kind: String, toldAt: Date }, { versionKey: false })
schema.index({ kind: 1, toldAt: 1, _id: 1 }, { partialFilterExpression: { toldAt: { $exists: true } } })
const things = connection.model<Thing>('Thing', schema)
await things.createIndexes()
afterAll(async () => {
  await connection.close()
  await space.drop({ topology: false })
})

const kind = 'thing-not-known'
const log = createLogger('order', 'silent')
/** What the owner told, by when; the reader knows what is in `known`. */
let reportedIds: string[] = []
let known = new Set<string>()
let looks: string[][] = []
let sourceAway = false
let ingest = async (id: string) => void known.add(id)

const event = (contactId: string) => ({
  type: 'contact-saved',
  data: { contactId, ownerId: newId(), created: true, savedAt: new Date().toISOString() },
})
const source: Pick<InternalClient, 'get'> = {
  async get(path, schema) {
    if (sourceAway) throw unavailable()
    const query = new URL(path, 'http://owner').searchParams
    const start = Number(query.get('cursor') ?? 0)
    const inWindow = Number(new Date(String(query.get('until')))) > 0 ? reportedIds : []
    const nextCursor = start + 2 < inWindow.length ? String(start + 2) : null
    return schema.parse({ events: inWindow.slice(start, start + 2).map(event), nextCursor } as RecentEvents)
  },
}
const compare = async (reported: ReportedEvent[], repair: Repair<typeof kind>) => {
  const ids = reported.flatMap(({ type, data }) => (type === 'contact-saved' ? [data.contactId] : []))
  looks.push(ids)
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
/** A whole look, as the sweep makes it. */
const look = async ({ round } = reconcile()) => {
  while (await round()) {
    // There is more.
  }
}
const comeDue = () =>
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
  looks = []
  ingest = async (id) => void known.add(id)
  before = (await found()) ?? 0
})
afterEach(() => {
  sourceAway = false
})

describe('a reconciliation', () => {
  test('when some of what was told is not known then page by page it is taken in, and counted', async () => {
    known = new Set(reportedIds.slice(0, 3))
    await look()
    expect(looks.map(({ length }) => length)).toEqual([2, 2, 1])
    expect([...known].toSorted()).toEqual(reportedIds.toSorted())
    expect(await found()).toBe(before + 2)
  })

  test('when all is known then nothing is taken in, and the next look begins where this one ended', async () => {
    known = new Set(reportedIds)
    await look()
    expect(await found()).toBe(before)
    const after = await position()
    expect(Date.now() - Number(after?.from)).toBeLessThan(10_000)
    expect(after).toMatchObject({ until: null, cursor: null })
  })

  test('when its turn has not come yet then it asks nobody', async () => {
    await look()
    looks = []
    await look()
    expect(looks).toEqual([])
  })

  test('when two replicas look at once then one of them does', async () => {
    // One page: the next one would be anybody's.
    reportedIds = reportedIds.slice(0, 2)
    await look()
    await comeDue()
    looks = []
    await Promise.all([reconcile().round(), reconcile().round()])
    expect(looks).toHaveLength(1)
  })

  test('when a process dies after a page was repaired then the next one looks at it again, and finds nothing', async () => {
    const dying = reconcile()
    await dying.round()
    const repaired = await found()
    // As it was before the position moved on.
    await connection
      .collection('reconciliations')
      .updateOne({ _id: name as never }, { $set: { cursor: null, dueAt: new Date(0) } })
    await look()
    expect(looks[1]).toEqual(looks[0])
    expect(await found()).toBe(Number(repaired) + 3)
  })

  test('when the owner is away then the position stays, and the next look finds all', async () => {
    sourceAway = true
    await expect(reconcile().round()).rejects.toMatchObject({ status: 503 })
    sourceAway = false
    await comeDue()
    await look()
    expect(known.size).toBe(5)
  })

  test('when one cannot be taken in then it is counted as failed, and the others are', async () => {
    const [bad] = reportedIds
    ingest = async (id) => {
      if (id === bad) throw new Error('of no use')
      known.add(id)
    }
    await look()
    expect(known.size).toBe(4)
    const { values } = (await register.getSingleMetric('reconcile_failures_total')?.get()) ?? { values: [] }
    expect(values.find(({ labels }) => labels.kind === kind)?.value).toBe(1)
  })

  test('when the database goes away in the middle then the position stays', async () => {
    ingest = async () => {
      throw unavailable()
    }
    await expect(reconcile().round()).rejects.toMatchObject({ status: 503 })
    expect((await position())?.cursor).toBeNull()
  })

  test('when the process has just started then what is missing is left to its queues', async () => {
    await look(reconcile({ settleMs: 5_000 }))
    expect(looks).toEqual([])
  })

  test('when its owner keeps an event in a form that nobody knows then it is passed over', async () => {
    reportedIds = ['no id at all', newId()]
    await look()
    expect([...known]).toEqual([reportedIds[1]])
  })
})

describe('all of several works', () => {
  test('when one fails then the others are waited for, and its failure is told', async () => {
    const done: string[] = []
    const slow = sleep(20).then(() => done.push('slow'))
    await expect(allDone([Promise.reject(new Error('lost')), slow])).rejects.toThrow('lost')
    expect(done).toEqual(['slow'])
    await allDone([])
  })
})

describe('the recent documents', () => {
  test('when there are several pages, and many of one moment, then each comes once, in order, by the index alone', async () => {
    const from = new Date('2026-01-01')
    const until = new Date('2026-01-03')
    const day = (n: number) => new Date(Date.UTC(2026, 0, n))
    const rows = Array.from({ length: 9 }, (_, n) => ({
      _id: `a${n}`,
      kind: 'a',
      toldAt: day(n < 7 ? 1 : 2),
    }))
    await things.insertMany([
      ...rows,
      { _id: 'missing', kind: 'a' },
      { _id: 'other', kind: 'b', toldAt: day(1) },
      { _id: 'later', kind: 'a', toldAt: until },
    ])
    const seen: string[] = []
    let cursor: string | undefined
    const served = await explainQueries(connection, async () => {
      do {
        const page = await findRecent(things, 'toldAt', { from, until, cursor, limit: 3 }, { kind: 'a' })
        seen.push(...page.documents.map(({ _id }) => _id))
        cursor = page.nextCursor ?? undefined
      } while (cursor !== undefined)
    })
    expect(seen).toEqual(rows.map(({ _id }) => _id))
    for (const { stages, documentsRead } of served) {
      expect(stages).toContain('IXSCAN')
      expect(stages).not.toContain('SORT')
      // No more than its page; an explanation counts each of them twice.
      expect(documentsRead).toBeLessThanOrEqual(6)
    }
  })
})
