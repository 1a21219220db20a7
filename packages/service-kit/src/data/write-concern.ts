import mongoose from 'mongoose'

/**
 * The write concern under which an acknowledged write survives a kill. Where there are replicas that is
 * `{ w: 'majority', j: true }`. A single server answers that one before its journal is flushed, since it
 * leaves the waiting to replication; there `{ w: 1, j: true }` is the one that waits.
 */
export async function durableWriteConcern(uri: string): Promise<{ w: 'majority' | 1; journal: true }> {
  const client = new mongoose.mongo.MongoClient(uri, { serverSelectionTimeoutMS: 2_000 })
  try {
    const { setName, msg } = await client.db('admin').command({ hello: 1 })
    const isSingle = setName === undefined && msg !== 'isdbgrid'
    return { w: isSingle ? 1 : 'majority', journal: true }
  } finally {
    await client.close()
  }
}
