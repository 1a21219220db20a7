import { setTimeout as delay } from 'node:timers/promises'
import type { Collection, IndexDescriptionInfo, MongoClient } from 'mongodb'

const batchSize = 1_000

/**
 * Deletes expired documents from all databases of a server, every `everyMs`. A MongoDB server does this itself (its
 * TTL monitor, every minute); the embedded engine was built without that part.
 */
export function startTtlSweeper(client: MongoClient, everyMs = 60_000): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const run = async () => {
    while (await delay(everyMs, true, { signal }).catch(() => false)) {
      await sweepServer(client, signal).catch((error) =>
        console.error(
          JSON.stringify({ msg: 'expired documents could not be deleted', error: String(error) }),
        ),
      )
    }
  }
  const running = run()
  return {
    stop() {
      stopping.abort()
      return running
    },
  }
}

async function sweepServer(client: MongoClient, signal: AbortSignal): Promise<void> {
  const { databases } = await client.db('admin').admin().listDatabases({ nameOnly: true })
  for (const { name } of databases) {
    if (!['admin', 'config', 'local'].includes(name)) await sweepExpired(client, name, { signal })
  }
}

/**
 * Deletes the documents of a database that have expired by its TTL indexes, in bounded batches. It ends early when
 * the signal aborts.
 */
export async function sweepExpired(
  client: MongoClient,
  databaseName: string,
  { now = new Date(), signal }: { now?: Date; signal?: AbortSignal } = {},
): Promise<void> {
  const database = client.db(databaseName)
  for (const { name } of await database
    .listCollections({ type: 'collection' }, { nameOnly: true })
    .toArray()) {
    const collection = database.collection(name)
    for (const index of await collection.listIndexes().toArray()) {
      if (index.expireAfterSeconds !== undefined) await deleteExpired(collection, index, now, signal)
    }
  }
}

async function deleteExpired(
  collection: Collection,
  { key, expireAfterSeconds = 0, partialFilterExpression = {} }: IndexDescriptionInfo,
  now: Date,
  signal: AbortSignal | undefined,
): Promise<void> {
  const [field = ''] = Object.keys(key)
  const before = new Date(now.getTime() - expireAfterSeconds * 1_000)
  const expired = { $and: [partialFilterExpression, { [field]: { $lte: before } }] }
  while (!signal?.aborted) {
    const batch = await collection
      .find(expired, { projection: { _id: 1 } })
      .limit(batchSize)
      .toArray()
    if (batch.length === 0) return
    // The condition is repeated, because a document may have been extended since it was found.
    await collection.deleteMany({ ...expired, _id: { $in: batch.map(({ _id }) => _id) } })
  }
}
