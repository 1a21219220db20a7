import { Types } from 'mongoose'
import type { LogEntry, LogModel } from './log.model.ts'

const prefix = 'suspects_'
const removedAtOnce = 1_000

/** The entries that were there at a moment and that nobody has confirmed since. */
export interface Suspects {
  /** Takes entries off the list. */
  clear(ids: string[]): Promise<void>
  /** Removes the entries that are still on the list; answers how many. */
  removeTheRest(): Promise<number>
}

/**
 * Notes the ids of all entries of this moment, in a collection of this run's own, so that memory stays
 * flat. Entries that come later are not on the list, and so are safe. What a run left that was cut short
 * is dropped; should that run still go on, then it finds nothing to remove.
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
