import { isDeepStrictEqual } from 'node:util'
import { isDuplicateKey } from '@prankpost/service-kit'
import type { LogEntry, LogModel } from './log.model.ts'

const maxAttempts = 3

/** Keeps entries under their ids. Those that are there already are written again as they are: a repeat changes nothing. */
export async function keepEntries(entries: LogEntry[], logs: LogModel): Promise<void> {
  if (entries.length === 0) return
  const writes = entries.map((entry) => ({
    replaceOne: { filter: { _id: entry._id }, replacement: entry, upsert: true },
  }))
  for (let attempt = 1; ; attempt++) {
    try {
      await logs.bulkWrite(writes, { ordered: false })
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
    await logs.insertMany(missing, { ordered: false })
  } catch (error) {
    // The running service was quicker with some of them.
    if (!isDuplicateKey(error)) throw error
    await keepEntries(missing, logs)
  }
}

/** The beginnings and ends of these customers' plans, by customer. */
export async function findPlansOf(ownerIds: string[], logs: LogModel): Promise<Map<string, LogEntry[]>> {
  const found = await logs
    .find({ ownerId: { $in: ownerIds }, action: { $in: ['created', 'cancelled'] } })
    .lean<LogEntry[]>()
  return Map.groupBy(found, ({ ownerId }) => ownerId)
}

/** The beginning of the plan that was running at that moment, the latest of several; undefined when none was. */
export function runningPlan(entries: LogEntry[] | undefined, at: Date): LogEntry | undefined {
  const past = (entries ?? []).filter((entry) => entry.at <= at)
  const ended = new Set(
    past.flatMap(({ action, subscriptionId }) => (action === 'cancelled' ? subscriptionId : [])),
  )
  return past
    .filter(({ action, subscriptionId }) => action === 'created' && !ended.has(subscriptionId))
    .toSorted((a, b) => (a._id < b._id ? -1 : 1))
    .at(-1)
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
