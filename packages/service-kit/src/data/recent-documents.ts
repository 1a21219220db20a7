import type { RecentEvents, RecentEventsQuery } from '@prankpost/contracts'
import type { Model, QueryFilter } from 'mongoose'

/** A document may change again during the query, and then appear later than some of its events. */
const journalWindowMs = 35 * 86_400_000

/** The journal of a document: its events as they were emitted. */
interface WithJournal {
  _id: unknown
  journal?: (RecentEvents['events'][number] & { time: Date })[]
}

/**
 * Finds a page of the documents whose date `at` is in the requested window, ordered by that date, and where the next
 * page begins. Needs an index on the fields of `filter`, then `at`, then `_id`.
 */
export async function findRecent<T extends { _id: unknown }>(
  model: Model<T>,
  at: keyof T & string,
  { from, until, cursor, limit }: RecentEventsQuery,
  filter: QueryFilter<T> = {},
): Promise<{ documents: T[]; nextCursor: string | null }> {
  const [date, id] = cursor?.split('~') ?? []
  const since = new Date(date ?? 0)
  // Documents with the same date that were not on the previous page, and later documents.
  const remaining = { $or: [{ [at]: since, _id: { $gt: id } }, { [at]: { $gt: since, $lt: until } }] }
  const window = date === undefined ? { [at]: { $gte: from, $lt: until } } : remaining
  const found = (await model
    .find({ ...filter, ...window } as QueryFilter<T>)
    .sort({ [at]: 1, _id: 1 })
    .limit(limit)
    .lean()) as unknown as T[]
  const last = found.length === limit ? found.at(-1) : undefined
  return { documents: found, nextCursor: last ? `${(last[at] as Date).toISOString()}~${last._id}` : null }
}

/**
 * The events in the journals of the documents that `findRecent` finds, for consumers that check for missed events. Each
 * document also returns its events of the five weeks before the window.
 */
export async function listJournal<T extends WithJournal>(
  model: Model<T>,
  at: keyof T & string,
  query: RecentEventsQuery,
  filter: QueryFilter<T> = {},
): Promise<RecentEvents> {
  const { documents, nextCursor } = await findRecent(model, at, query, filter)
  const since = new Date(query.from.getTime() - journalWindowMs)
  const recent = documents.flatMap(({ journal = [] }) => journal.filter(({ time }) => time >= since))
  return { events: recent.map(({ type, dataschema, data }) => ({ type, dataschema, data })), nextCursor }
}
