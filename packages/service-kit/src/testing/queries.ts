import type { Connection } from 'mongoose'

/** How the database served a query. */
export interface ServedQuery {
  collection: string
  /** The stages of the winning plan, such as `IXSCAN`. */
  stages: string[]
  /** The number of documents that were read, not counting index entries. */
  documentsRead: number
}

type Call = [collection: string, method: string, first: object, options: Record<string, unknown>]

/** Runs some work, and explains every find, count and aggregate that it sent to the database. */
export async function explainQueries(
  connection: Connection,
  work: () => Promise<unknown>,
): Promise<ServedQuery[]> {
  const calls: Call[] = []
  connection.set('debug', (...call: unknown[]) => void calls.push(call as Call))
  try {
    await work()
  } finally {
    connection.set('debug', false)
  }
  return Promise.all(calls.flatMap((call) => explain(connection, call) ?? []))
}

function explain(connection: Connection, [name, method, first, options]: Call) {
  const collection = connection.getClient().db(connection.name).collection(name)
  if (method === 'find' || method === 'findOne') {
    return collection.find(first, options).explain('executionStats').then(served)
  }
  if (method === 'aggregate' || method === 'countDocuments') {
    const counted = [{ $match: first }, { $group: { _id: 1, n: { $sum: 1 } } }]
    const pipeline = method === 'aggregate' ? (first as object[]) : counted
    return collection.aggregate(pipeline, options).explain('executionStats').then(served)
  }
  return undefined

  function served(explained: unknown): ServedQuery {
    return {
      collection: name,
      stages: valuesOf('stage', explained, 'executionStats').map(String),
      documentsRead: valuesOf('totalDocsExamined', explained).reduce<number>((sum, n) => sum + Number(n), 0),
    }
  }
}

/** Returns every value of a key at any depth, except in rejected plans and under `skipped`. */
function valuesOf(key: string, tree: unknown, skipped = ''): unknown[] {
  if (typeof tree !== 'object' || tree === null) return []
  return Object.entries(tree).flatMap(([name, value]) => {
    if (name === 'rejectedPlans' || name === skipped) return []
    return name === key ? [value] : valuesOf(key, value, skipped)
  })
}
