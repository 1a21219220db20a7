import { Types } from 'mongoose'
import type { LogEntry, LogModel } from './log.model.ts'

const prefix = 'suspects_'
const removedAtOnce = 1_000

/** The entries that existed at one moment and have not been confirmed since. */
export interface Suspects {
  /** Removes entries from the list. */
  clear(ids: string[]): Promise<void>
  /** Removes from the log the entries that are still on the list. Returns how many. */
  removeTheRest(): Promise<number>
}

/**
 * Stores the ids of all current entries in a collection of this run, so that memory use stays constant. Entries that are
 * added later are not on the list and cannot be removed. The collection of an interrupted run is dropped; if that run is
 * in fact still running, it finds nothing to remove.
 */
export async function noteSuspects(logs: LogModel): Promise<Suspects> {
  for (const { name } of await logs.db.listCollections()) {
    if (name.startsWith(prefix)) await logs.db.dropCollection(name)
  }
  const suspects = logs.db.collection<Pick<LogEntry, '_id'>>(`${prefix}${new Types.ObjectId()}`)
  await logs.aggregate([{ $sort: { _id: 1 } }, { $project: { _id: 1 } }, { $out: suspects.collectionName }])
  return {
    async clear(ids) {
      if (ids.length > 0) await suspects.deleteMany({ _id: { $in: ids } })
    },
    async removeTheRest() {
      let removed = 0
      for (;;) {
        const rest = await suspects.find().sort({ _id: 1 }).limit(removedAtOnce).toArray()
        if (rest.length === 0) break
        const ids = rest.map(({ _id }) => _id)
        removed += (await logs.deleteMany({ _id: { $in: ids } })).deletedCount
        await suspects.deleteMany({ _id: { $in: ids } })
      }
      await suspects.drop()
      return removed
    },
  }
}
