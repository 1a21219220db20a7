import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { MongoClient } from 'mongodb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Engines, startEngines } from '../src/index.ts'
import type { SupervisedProcess } from '../src/processes/supervised-process.ts'

const kills = 8
const writers = 8
const writesBeforeKill = 200

let dataDir: string
let engines: Engines
let mongo: SupervisedProcess

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'prankpost-durability-'))
  const { MONGODB_URI: _uri, ...env } = process.env
  // AMQP_URL prevents the start of a broker; this test needs none.
  engines = await startEngines({
    env: { ...env, AMQP_URL: 'amqp://127.0.0.1:9' },
    dataDir,
    restart: true,
  })
  const [only] = engines.processes
  if (!only) throw new Error('MongoDB is not a process of this stack')
  mongo = only
  await mongo.ready()
})
afterAll(async () => {
  await engines.stop()
  await rm(dataDir, { recursive: true, force: true })
})

/** Connects with the write concern that services use for a single server. */
function connect() {
  const writeConcern = { w: 1, journal: true } as const
  const client = new MongoClient(engines.mongo.uri, { writeConcern, serverSelectionTimeoutMS: 2_000 })
  return { client, writes: client.db('durability').collection<{ _id: string }>('writes') }
}

test('when a write requests the journal, then it is synced to disk, and the writes of one command share syncs', async () => {
  const { client, writes } = connect()
  const journalSyncs = async (): Promise<number> =>
    (await client.db('admin').command({ serverStatus: 1 })).wiredTiger.log['log sync operations']
  await writes.insertOne({ _id: 'first' })
  const before = await journalSyncs()
  for (let n = 0; n < 100; n += 1) await writes.insertOne({ _id: `single ${n}` })
  const between = await journalSyncs()
  expect(between - before).toBeGreaterThanOrEqual(100)
  await writes.insertMany(Array.from({ length: 100 }, (_, n) => ({ _id: `together ${n}` })))
  expect((await journalSyncs()) - between).toBeLessThan(50)
  await client.close()
})

test('when MongoDB is killed repeatedly under many writers, then no acknowledged write is lost', async () => {
  const lost: string[] = []
  for (let round = 0; round < kills; round += 1) {
    const acknowledged = await writeUntilKilled(round)
    await mongo.ready()
    const { client, writes } = connect()
    const found = new Set((await writes.find().toArray()).map(({ _id }) => _id))
    await client.close()
    expect(acknowledged.length).toBeGreaterThanOrEqual(writesBeforeKill)
    lost.push(...acknowledged.filter((id) => !found.has(id)))
  }
  expect(lost).toEqual([])
})

/** Writes concurrently, kills MongoDB meanwhile, and returns the acknowledged ids. */
async function writeUntilKilled(round: number): Promise<string[]> {
  const { client, writes } = connect()
  const acknowledged: string[] = []
  let killed: Promise<void> | undefined
  const write = async (writer: number) => {
    for (let n = 0; !killed; n += 1) {
      const _id = `${round} ${writer} ${n}`
      const kept = await writes.insertOne({ _id }).catch(() => undefined)
      if (kept) acknowledged.push(_id)
      if (acknowledged.length >= writesBeforeKill) killed ??= mongo.kill('SIGKILL')
    }
  }
  await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)))
  await killed
  await client.close()
  return acknowledged
}
