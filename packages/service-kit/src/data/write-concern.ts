import mongoose from 'mongoose'

/**
 * Returns the write concern with which an acknowledged write survives a kill. With replicas this is
 * `{ w: 'majority', j: true }`. A single server acknowledges that one before its journal is flushed, because it leaves
 * the waiting to replication; with `{ w: 1, j: true }` it waits.
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
