import { mostCounted } from '@prankpost/contracts'
import type { Model, ProjectionType, QueryFilter } from 'mongoose'
import { type BriefMemory, createBriefMemory } from './brief-memory.ts'
import { isSearch, searchWay, termIndexOf } from './search-way.ts'

/** From here on a total takes a noticeable while to count, and one that is some seconds old says as much. */
const manyListed = 1_000
const keptMs = 10_000
const filtersKept = 200
const largeTotals = new WeakMap<object, BriefMemory<number>>()

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
 * One page of a collection, newest first by `_id`: the filter's index must end in `_id: -1`, and a search needs one
 * of `searchTerms` and the filter's other field. Without a filter the total is the collection's own count, which
 * costs nothing; under one it is counted up to `mostCounted`, by the index alone, and from 1,000 on it may be 10
 * seconds old.
 */
export async function findListPage<T, D = T>(
  model: Model<T>,
  { filter, limit, cursor, projection = {} }: ListPageOptions<T>,
): Promise<ListPage<D>> {
  const page = (cursor === undefined ? filter : { ...filter, _id: { $lt: cursor } }) as QueryFilter<T>
  const count = countListed(model, filter)
  const findPage = async () => {
    const query = model
      .find(page, projection)
      .sort({ _id: -1 })
      .limit(limit + 1)
    const way = isSearch(filter) ? await searchWay(model, filter, count) : undefined
    if (way !== undefined) query.hint(way)
    return query.lean<(D & { _id: unknown })[]>()
  }
  const [total, found] = await Promise.all([count, findPage()])
  const documents = found.slice(0, limit)
  return {
    documents,
    total,
    nextCursor: found.length > limit ? String(documents.at(-1)?._id) : null,
  }
}

async function countListed<T>(model: Model<T>, filter: QueryFilter<T>): Promise<number> {
  if (Object.keys(filter).length === 0) return model.estimatedDocumentCount()
  const remembered = largeTotals.get(model) ?? createBriefMemory<number>(filtersKept)
  largeTotals.set(model, remembered)
  const key = JSON.stringify(filter, (_name, value) => (value instanceof RegExp ? String(value) : value))
  const known = remembered.find(key)
  if (known !== undefined) return known
  const hint = isSearch(filter) ? termIndexOf(model) : undefined
  const total = await model.countDocuments(filter, { limit: mostCounted, ...(hint && { hint }) })
  if (total >= manyListed) remembered.keep(key, total, new Date(Date.now() + keptMs))
  return total
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
