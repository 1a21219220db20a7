import { isDeepStrictEqual } from 'node:util'
import { isDuplicateKey, unlessDuplicate } from '@prankpost/service-kit'
import type { LogEntry, LogModel } from './log.model.ts'
import type { ShippedEvent } from './reported-event.ts'

const maxAttempts = 3

/** Stores entries under their ids. A repeat replaces an entry with an equal one, so it changes nothing. */
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
      // After two concurrent upserts of one key, the failed one finds the document on its next attempt.
      if (!isDuplicateKey(error) || attempt === maxAttempts) throw error
    }
  }
}

/** The same for a large number of entries: writes only those that are missing or wrong. */
export async function restoreEntries(entries: LogEntry[], logs: LogModel): Promise<void> {
  const found = await logs.find({ _id: { $in: entries.map(({ _id }) => _id) } }).lean<LogEntry[]>()
  const stored = new Map(found.map((entry) => [entry._id, entry]))
  const missing = entries.filter(({ _id }) => !stored.has(_id))
  const isWrong = (entry: LogEntry) =>
    stored.has(entry._id) && !isDeepStrictEqual(stored.get(entry._id), entry)
  await keepEntries(entries.filter(isWrong), logs)
  if (missing.length === 0) return
  const areNew = await unlessDuplicate(logs.insertMany(missing, { ordered: false }))
  // The running service stored some of them first.
  if (!areNew) await keepEntries(missing, logs)
}

/** The first and last entries of these customers' plans, by customer. */
export async function findPlansOf(ownerIds: string[], logs: LogModel): Promise<Map<string, LogEntry[]>> {
  const found = await logs
    .find({ ownerId: { $in: ownerIds }, action: { $in: ['created', 'cancelled'] } })
    .lean<LogEntry[]>()
  return Map.groupBy(found, ({ ownerId }) => ownerId)
}

/** The first entry of the plan that was running at that time, the latest of several; undefined if there was none. */
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

/** The entries of the paid months of these parcels, by the invoice's id. Months that are not recorded here are left out. */
export async function findMonths(
  parcels: Pick<ShippedEvent, 'data'>[],
  logs: LogModel,
): Promise<Map<string | null, LogEntry>> {
  if (parcels.length === 0) return new Map()
  const found = await logs
    .find({
      ownerId: { $in: parcels.map(({ data }) => data.ownerId ?? '') },
      'metadata.invoiceId': { $in: parcels.map(({ data }) => data.invoiceId) },
      action: { $in: ['created', 'updated'] },
    })
    .lean<LogEntry[]>()
  return new Map(found.map((entry) => [String(entry.metadata.invoiceId), entry]))
}
