import type { Model, QueryFilter } from 'mongoose'
import type { searchFilter } from './search.ts'

type Index = Record<string, 1 | -1>
type Search = Required<ReturnType<typeof searchFilter>>

/**
 * With this many matches it is cheaper to scan all documents, newest first, until a page is full: in a million documents
 * one in two hundred matches then. The database itself would reuse the plan that it chose for another word.
 */
const manyMatches = 5_000

/** Whether a filter contains a `searchFilter`, alone or combined with other conditions. */
export const isSearch = <T>(filter: QueryFilter<T>): filter is QueryFilter<T> & Search =>
  'searchTerms' in filter

/**
 * Chooses the index for a page of a search. For a word with few matches it is the index of the terms, and all matches
 * are read; otherwise the list is scanned as without a search. Neither cost grows with the collection. `total` is the
 * count for the whole filter: for a single word no other count is needed.
 */
export async function searchIndex<T>(
  model: Model<T>,
  filter: QueryFilter<T> & Search,
  total: Promise<number>,
): Promise<Index> {
  const { searchTerms, ...otherConditions } = filter
  const byTerm = termIndexOf(model)
  const options = { limit: manyMatches, hint: byTerm }
  const countOf = (word: RegExp) =>
    model.countDocuments({ ...otherConditions, searchTerms: word } as QueryFilter<T>, options).exec()
  const words = searchTerms.$all
  const counts = await Promise.all(words.length === 1 ? [total] : words.map(countOf))
  if (Math.min(...counts) < manyMatches) return byTerm
  const [field] = Object.keys(otherConditions)
  return field === undefined ? { _id: 1 } : { [field]: 1, _id: -1 }
}

/** Returns the index that begins with `searchTerms`. */
export function termIndexOf<T>(model: Model<T>): Index {
  const found = model.schema.indexes().find(([keys]) => Object.keys(keys)[0] === 'searchTerms')
  if (found === undefined) throw new Error(`${model.modelName} has no index on searchTerms`)
  return found[0] as Index
}
