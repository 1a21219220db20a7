import type { Model, QueryFilter } from 'mongoose'

const largeFrom = 10_000
const keepMs = 10_000
const maxKept = 200
const kept = new Map<string, { total: number; until: number }>()

/**
 * How many documents there are under a filter: exact below 10,000, from there on at most 10 seconds old.
 * An index counts some 2,000 keys a millisecond, and every page of a list shows its total: at such a size
 * one more or less is no news, and counting it afresh for each page is what the page would wait for.
 */
export async function countMatching<T>(model: Model<T>, filter: QueryFilter<T>): Promise<number> {
  const key = `${model.db.name} ${model.modelName} ${JSON.stringify(filter, withExpressions)}`
  const known = kept.get(key)
  if (known !== undefined && known.until > Date.now()) return known.total
  const total = await model.countDocuments(filter)
  if (kept.size >= maxKept) kept.clear()
  if (total >= largeFrom) kept.set(key, { total, until: Date.now() + keepMs })
  else kept.delete(key)
  return total
}

const withExpressions = (_key: string, value: unknown) => (value instanceof RegExp ? String(value) : value)
