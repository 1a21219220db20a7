import type { RecentEventsQuery } from '@prankpost/contracts'
import type { Model, QueryFilter } from 'mongoose'

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
