import type { Model, ProjectionType, QueryFilter } from 'mongoose'
import { countMatching } from './count-matching.ts'

/** One page of a list: the documents, how many there are under the filter, where the next page starts. */
export interface ListPage<D> {
  documents: D[]
  total: number
  nextCursor: string | null
}

export interface ListPageOptions<T> {
  filter: QueryFilter<T>
  /** Documents a page. */
  limit: number
  /** Id of the last document of the page before. */
  cursor?: string | undefined
  projection?: ProjectionType<T>
}

/**
 * One page of a collection, newest first by `_id`: the filter's index must end in `_id: -1`. Without a
 * filter the total is the collection's own count, which costs nothing; a large one under a filter may be
 * some seconds old.
 */
export async function findListPage<T, D = T>(
  model: Model<T>,
  { filter, limit, cursor, projection = {} }: ListPageOptions<T>,
): Promise<ListPage<D>> {
  const page = (cursor === undefined ? filter : { ...filter, _id: { $lt: cursor } }) as QueryFilter<T>
  const isWhole = Object.keys(filter).length === 0
  const [total, found] = await Promise.all([
    isWhole ? model.estimatedDocumentCount() : countMatching(model, filter),
    model
      .find(page, projection)
      .sort({ _id: -1 })
      .limit(limit + 1)
      .lean<(D & { _id: unknown })[]>(),
  ])
  const documents = found.slice(0, limit)
  return {
    documents,
    total,
    nextCursor: found.length > limit ? String(documents.at(-1)?._id) : null,
  }
}

/**
 * Everything under a filter, newest first, in batches from a cursor: for exports of any length. The
 * cursor is closed also when the reader stops before the end.
 */
export async function* streamList<T, D = T>(
  model: Model<T>,
  { filter, projection = {} }: Pick<ListPageOptions<T>, 'filter' | 'projection'>,
): AsyncGenerator<D> {
  const cursor = model.find(filter, projection).sort({ _id: -1 }).lean().cursor({ batchSize: 500 })
  try {
    for await (const document of cursor) yield document as D
  } finally {
    await cursor.close()
  }
}
