import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { MongoClient } from 'mongodb'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commandLine } from '../src/cli/run-state.ts'
import { type Engines, startEngines } from '../src/index.ts'

const durable = { writeConcern: { w: 1, journal: true } } as const

describe('MongoDB and the broker of a stack', () => {
  let dataDir: string
  let engines: Engines

  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(os.tmpdir(), 'prankpost-engines-'))
    engines = await start()
  })
  afterAll(async () => {
    await engines.stop()
    await rm(dataDir, { recursive: true, force: true })
  })

  async function start(): Promise<Engines> {
    const { MONGODB_URI: _uri, AMQP_URL: _url, ...env } = process.env
    const started = await startEngines({ env, dataDir, restart: true })
    await started.ready()
    return started
  }

  test('when MongoDB is killed during writes, then it restarts at the same address with every acknowledged write', async () => {
    const client = new MongoClient(engines.mongo.uri, { ...durable, serverSelectionTimeoutMS: 500 })
    const collection = client.db('engines').collection<{ _id: number }>('writes')
    const mongo = engines.processes.find(({ spec }) => spec.name === 'mongodb')
    const acknowledged: number[] = []
    let dead = false
    const writer = async (first: number) => {
      for (let id = first; !dead; id += 4) {
        const kept = await collection.insertOne({ _id: id }).catch(() => undefined)
        if (kept) acknowledged.push(id)
        if (acknowledged.length === 400)
          void mongo?.kill('SIGKILL').then(() => {
            dead = true
          })
      }
    }
    await Promise.all([0, 1, 2, 3].map(writer))
    await mongo?.ready()
    const found = new Set((await collection.find().toArray()).map(({ _id }) => _id))
    await client.close()
    expect(acknowledged.length).toBeGreaterThanOrEqual(400)
    expect(acknowledged.filter((id) => !found.has(id))).toEqual([])
  })

  test('when both are stopped and started again, then data is kept and no process is left', async () => {
    const client = new MongoClient(engines.mongo.uri, durable)
    await client.db('engines').collection('restart').insertOne({ kept: true })
    await client.close()
    const pids = engines.processes.map(({ pid }) => pid ?? 0)
    await engines.stop()
    expect(pids.map(commandLine)).toEqual(pids.map(() => ''))

    engines = await start()
    const again = new MongoClient(engines.mongo.uri)
    expect(await again.db('engines').collection('restart').countDocuments()).toBe(1)
    await again.close()
  })
})

test('when MONGODB_URI names a server that does not answer, then the message names the variable', async () => {
  const env = {
    ...process.env,
    MONGODB_URI: 'mongodb://127.0.0.1:9',
    AMQP_URL: process.env.PRANKPOST_TEST_AMQP_URL,
  }
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'prankpost-engines-'))
  const engines = await startEngines({ env, dataDir, restart: true })
  await expect(engines.ready()).rejects.toThrow('MONGODB_URI')
  await engines.stop()
  await rm(dataDir, { recursive: true, force: true })
})
