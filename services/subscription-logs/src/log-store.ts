import { isDeepStrictEqual } from 'node:util'
import { isDuplicateKey } from '@prankpost/service-kit'
import type { LogEntry, LogModel } from './log.model.ts'

const maxAttempts = 3

const collectionOf = (logs: LogModel) => logs.db.collection<LogEntry>(logs.collection.collectionName)

/** Keeps entries under their ids. Those that are there already are written again as they are: a repeat changes nothing. */
export async function keepEntries(entries: LogEntry[], logs: LogModel): Promise<void> {
  if (entries.length === 0) return
  const writes = entries.map((entry) => ({
    replaceOne: { filter: { _id: entry._id }, replacement: entry, upsert: true },
  }))
  for (let attempt = 1; ; attempt++) {
    try {
      await collectionOf(logs).bulkWrite(writes, { ordered: false })
      return
    } catch (error) {
      // Two upserts of one key at once: the loser finds the document on its next try.
      if (!isDuplicateKey(error) || attempt === maxAttempts) throw error
    }
  }
}

/** The same for very many, most of which are there as they should be, or not at all: writes only what differs. */
export async function restoreEntries(entries: LogEntry[], logs: LogModel): Promise<void> {
  const found = await logs.find({ _id: { $in: entries.map(({ _id }) => _id) } }).lean<LogEntry[]>()
  const there = new Map(found.map((entry) => [entry._id, entry]))
  const missing = entries.filter(({ _id }) => !there.has(_id))
  const isWrong = (entry: LogEntry) => there.has(entry._id) && !isDeepStrictEqual(there.get(entry._id), entry)
  await keepEntries(entries.filter(isWrong), logs)
  if (missing.length === 0) return
  try {
    await collectionOf(logs).insertMany(missing, { ordered: false })
  } catch (error) {
    // The running service was quicker with some of them.
    if (!isDuplicateKey(error)) throw error
    await keepEntries(missing, logs)
  }
}

/** What each plan's parcels take from its beginning, by the plan's id; plans that are not known here are left out. */
export async function findBeginnings(
  subscriptionIds: string[],
  logs: LogModel,
): Promise<Map<string, LogEntry>> {
  const found = await logs
    .find({ subscriptionId: { $in: subscriptionIds }, action: 'created' })
    .sort({ _id: -1 })
    .lean<LogEntry[]>()
  return new Map(found.map((entry) => [entry.subscriptionId, entry]))
}
