import type { Model, QueryFilter } from 'mongoose'
import type { searchFilter } from './search.ts'

type Index = Record<string, 1 | -1>
type Search = Required<ReturnType<typeof searchFilter>>

/**
 * With so many matches it is less work to look through all, newest first, until a page is full: of a million
 * documents every two hundredth matches then. The database would choose by what it did for another word.
 */
const manyMatches = 5_000

/** Whether a filter is one of `searchFilter`, alone or with others. */
export const isSearch = <T>(filter: QueryFilter<T>): filter is QueryFilter<T> & Search =>
  'searchTerms' in filter

/**
 * The index by which a page of a search is found. A word that few documents have is looked up, and all of those are
 * read; otherwise the list is gone through as without the search. Neither grows with the collection. `total` is the
 * count under the whole filter: for one word it says enough.
 */
export async function searchWay<T>(
  model: Model<T>,
  filter: QueryFilter<T> & Search,
  total: Promise<number>,
): Promise<Index> {
  const { searchTerms, ...eventPause } = filter
  const byTerm = termIndexOf(model)
  const options = { limit: manyMatches, hint: byTerm }
  const countOf = (word: RegExp) =>
    model.countDocuments({ ...eventPause, searchTerms: word } as QueryFilter<T>, options).exec()
  const words = searchTerms.$all
  const counts = await Promise.all(words.length === 1 ? [total] : words.map(countOf))
  if (Math.min(...counts) < manyMatches) return byTerm
  const [field] = Object.keys(eventPause)
  return field === undefined ? { _id: 1 } : { [field]: 1, _id: -1 }
}

/** The index that begins with the terms. */
export function termIndexOf<T>(model: Model<T>): Index {
  const found = model.schema.indexes().find(([keys]) => Object.keys(keys)[0] === 'searchTerms')
  if (found === undefined) throw new Error(`${model.modelName} has no index of its search terms`)
  return found[0] as Index
}
