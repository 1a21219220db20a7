import { type Db, MongoClient } from 'mongodb'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testNamespace } from '../../test-harness/src/index.ts'
import { startTtlSweeper, sweepExpired } from '../src/engines/ttl-sweeper.ts'
import { waitUntil } from './wait-until.ts'

const space = testNamespace()
const names = [`${space.databasePrefix}_one`, `${space.databasePrefix}_two`] as const
let client: MongoClient
let one: Db

beforeAll(async () => {
  client = await MongoClient.connect(space.mongodbUri)
  one = client.db(names[0])
})
afterAll(async () => {
  await client.close()
  await space.drop()
})
beforeEach(async () => {
  for (const name of names) await client.db(name).dropDatabase()
})

const ago = (ms: number) => new Date(Date.now() - ms)
const idsIn = async (collection: string, db = one) =>
  (await db.collection(collection).find().sort({ _id: 1 }).toArray()).map(({ _id }) => _id)
const insert = (collection: string, documents: object[], db = one) =>
  db.collection(collection).insertMany(documents)

test('when documents have expired by a TTL index, then only these are deleted', async () => {
  await one.collection('mails').createIndex({ at: 1 }, { expireAfterSeconds: 60 })
  await one.collection('mails').createIndex({ to: 1 })
  await insert('mails', [
    { _id: 'expired', at: ago(61_000) },
    { _id: 'later', at: ago(50_000) },
    { _id: 'no date' },
    { _id: 'null', at: null },
    { _id: 'text', at: '2001-01-01T00:00:00Z' },
    { _id: 'number', at: 1 },
  ])
  await insert('orders', [{ _id: 'no index', at: ago(61_000) }])
  await sweepExpired(client, names[0])
  expect(await idsIn('mails')).toEqual(['later', 'no date', 'null', 'number', 'text'])
  expect(await idsIn('orders')).toEqual(['no index'])
})

test('when a TTL index has a filter, then only documents that match it are deleted', async () => {
  const filter = { partialFilterExpression: { isDone: true } }
  await one.collection('jobs').createIndex({ until: 1 }, { expireAfterSeconds: 0, ...filter })
  await insert('jobs', [
    { _id: 'done', until: ago(1_000), isDone: true },
    { _id: 'open', until: ago(1_000), isDone: false },
  ])
  await sweepExpired(client, names[0])
  expect(await idsIn('jobs')).toEqual(['open'])
})

test('when more documents have expired than fit into a batch, then all of them are deleted', async () => {
  await one.collection('limits').createIndex({ until: 1 }, { expireAfterSeconds: 0 })
  await insert(
    'limits',
    Array.from({ length: 2_500 }, () => ({ until: ago(1_000) })),
  )
  await sweepExpired(client, names[0])
  expect(await one.collection('limits').countDocuments()).toBe(0)
})

test('when the sweeper runs, then it deletes in every database', async () => {
  const collections = names.map((name) => client.db(name).collection('sessions'))
  for (const collection of collections) {
    await collection.createIndex({ until: 1 }, { expireAfterSeconds: 0 })
    await collection.insertOne({ until: ago(1_000) })
  }
  const sweeper = startTtlSweeper(client, 20)
  await waitUntil('all is deleted', async () => {
    const counts = await Promise.all(collections.map((collection) => collection.countDocuments()))
    return counts.every((count) => count === 0)
  })
  await sweeper.stop()
})
