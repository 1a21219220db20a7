import { setImmediate } from 'node:timers/promises'
import { mostCounted } from '@prankpost/contracts'
import type { Model, ProjectionType, QueryFilter } from 'mongoose'
import { isSearch, searchWay, termIndexOf } from './search-way.ts'

/** One page of a list: the documents, how many there are under the filter, where the next page starts. */
export interface ListPage<D> {
  documents: D[]
  total: number
  nextCursor: string | null
}

export interface ListPageOptions<T> {
  filter: QueryFilter<T>
  /** Documents a page; 0 for the total alone. */
  limit: number
  /** Id of the last document of the page before. */
  cursor?: string | undefined
  projection?: ProjectionType<T>
  /** Counts what is under the filter in a way that costs less, where there is one. */
  count?: () => Promise<number>
}

/**
 * One page of a collection, newest first by `_id`: the filter's index must end in `_id: -1`, and a search needs one
 * of `searchTerms` and the filter's other field. Without a filter the total is the collection's own count, which
 * costs nothing; under one it is counted up to `mostCounted`, by the index alone.
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
    const way = isSearch(filter) ? await searchWay(model, filter, count) : undefined
    if (way !== undefined) query.hint(way)
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

/**
 * Everything under a filter, newest first, in batches from a cursor: for exports of any length. The
 * cursor is closed also when the reader stops before the end.
 */
export async function* streamList<T, D = T>(
  model: Model<T>,
  { filter, projection = {} }: Pick<ListPageOptions<T>, 'filter' | 'projection'>,
): AsyncGenerator<D> {
  const cursor = model.find(filter, projection).sort({ _id: -1 }).lean().cursor({ batchSize: 500 })
  let read = 0
  try {
    for await (const document of cursor) {
      yield document as D
      // A batch would otherwise be gone through in one go, and other calls would wait for it.
      if (++read % 50 === 0) await setImmediate()
    }
  } finally {
    await cursor.close()
  }
}
