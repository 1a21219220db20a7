import { setImmediate } from 'node:timers/promises'
import { mostCounted } from '@prankpost/contracts'
import type { Model, ProjectionType, QueryFilter } from 'mongoose'
import { isSearch, searchIndex, termIndexOf } from './search-index.ts'

/** One page of a list: the documents, the number of documents that match the filter, and where the next page starts. */
export interface ListPage<D> {
  documents: D[]
  total: number
  nextCursor: string | null
}

export interface ListPageOptions<T> {
  filter: QueryFilter<T>
  /** Documents per page; 0 returns only the total. */
  limit: number
  /** Id of the last document of the previous page. */
  cursor?: string | undefined
  projection?: ProjectionType<T>
  /** A cheaper way to count the documents that match the filter, if there is one. */
  count?: () => Promise<number>
}

/**
 * Finds one page of a collection, newest first by `_id`. The filter's index must end in `_id: -1`; a search needs an
 * index on `searchTerms` and one on the filter's other field. Without a filter the total is the collection's estimated
 * count, which costs nothing; with a filter it is counted up to `mostCounted`, using only the index.
 */
export async function findListPage<T, D = T>(
  model: Model<T>,
  { filter, limit, cursor, projection = {}, count: countAll }: ListPageOptions<T>,
): Promise<ListPage<D>> {
  const page = (cursor === undefined ? filter : { ...filter, _id: { $lt: cursor } }) as QueryFilter<T>
  const count = countAll?.() ?? countListed(model, filter)
  const findPage = async () => {
    const query = model
      .find(page, projection)
      .sort({ _id: -1 })
      .limit(limit + 1)
    const index = isSearch(filter) ? await searchIndex(model, filter, count) : undefined
    if (index !== undefined) query.hint(index)
    return query.lean<(D & { _id: unknown })[]>()
  }
  const [total, found] = await Promise.all([count, limit === 0 ? [] : findPage()])
  const documents = found.slice(0, limit)
  return {
    documents,
    total,
    nextCursor: found.length > limit ? String(documents.at(-1)?._id) : null,
  }
}

async function countListed<T>(model: Model<T>, filter: QueryFilter<T>): Promise<number> {
  if (Object.keys(filter).length === 0) return model.estimatedDocumentCount()
  const hint = isSearch(filter) ? termIndexOf(model) : undefined
  return model.countDocuments(filter, { limit: mostCounted, ...(hint && { hint }) })
}

interface StreamOptions<T, D, S> extends Pick<ListPageOptions<T>, 'filter' | 'projection'> {
  /** Converts each document; without it the documents are streamed as they are. */
  show?: (document: D) => S
}

/**
 * Streams all documents that match a filter, newest first, in batches from a cursor: for exports of any length. The
 * cursor is also closed when the reader stops before the end.
 */
export async function* streamList<T, D = T, S = D>(
  model: Model<T>,
  { filter, projection = {}, show = (document) => document as unknown as S }: StreamOptions<T, D, S>,
): AsyncGenerator<S> {
  const cursor = model.find(filter, projection).sort({ _id: -1 }).lean().cursor({ batchSize: 500 })
  let read = 0
  try {
    for await (const document of cursor) {
      yield show(document as D)
      // Otherwise a whole batch would be processed in one turn of the event loop, and other calls would wait.
      if (++read % 50 === 0) await setImmediate()
    }
  } finally {
    await cursor.close()
  }
}
