import type { Collection, Document, Filter, WithId } from 'mongodb'

/** One page of documents, newest first, and whether more follow. */
export interface Page<T> {
  items: T[]
  hasMore: boolean
}

/**
 * Reads the page of `filter` that follows the document `after` (without it, the first page), sorted by
 * `timeField` and then by id, so that pages never overlap.
 */
export async function pageOf<T extends Document & { _id: string }>(
  collection: Collection<T>,
  filter: Filter<T>,
  timeField: string,
  { limit, after }: { limit: number; after: { time: Date; id: string } | null },
): Promise<Page<WithId<T>>> {
  const afterCursor: Document = after
    ? {
        [timeField]: { $lte: after.time },
        $or: [{ [timeField]: { $lt: after.time } }, { _id: { $lt: after.id } }],
      }
    : {}
  const where: Document = { $and: [filter, afterCursor] }
  const found = await collection
    .find(where as Filter<T>)
    .sort({ [timeField]: -1, _id: -1 })
    .limit(limit + 1)
    .toArray()
  return { items: found.slice(0, limit), hasMore: found.length > limit }
}
