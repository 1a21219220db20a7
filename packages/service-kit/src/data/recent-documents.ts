import type { RecentEventsQuery } from '@prankpost/contracts'
import type { Model, QueryFilter } from 'mongoose'

/**
 * A page of the documents whose date `at` lies in the asked window, in its order, and where the next page
 * begins. Served by an index on what `filter` names, then `at`, then `_id`.
 */
export async function findRecent<T extends { _id: unknown }>(
  model: Model<T>,
  at: keyof T & string,
  { from, until, cursor, limit }: RecentEventsQuery,
  filter: QueryFilter<T> = {},
): Promise<{ documents: T[]; nextCursor: string | null }> {
  const [date, id] = cursor?.split('~') ?? []
  const since = new Date(date ?? 0)
  // Those of the very same moment that the page before did not show, and those after it.
  const eventPause = { $or: [{ [at]: since, _id: { $gt: id } }, { [at]: { $gt: since, $lt: until } }] }
  const window = date === undefined ? { [at]: { $gte: from, $lt: until } } : eventPause
  const found = (await model
    .find({ ...filter, ...window } as QueryFilter<T>)
    .sort({ [at]: 1, _id: 1 })
    .limit(limit)
    .lean()) as unknown as T[]
  const last = found.length === limit ? found.at(-1) : undefined
  return { documents: found, nextCursor: last ? `${(last[at] as Date).toISOString()}~${last._id}` : null }
}
