import type { Connection } from 'mongoose'

/** How the database served a query. */
export interface ServedQuery {
  collection: string
  /** The stages of the plan that won, such as `IXSCAN`. */
  stages: string[]
  /** Documents that had to be read, beyond what indexes hold. */
  documentsRead: number
}

type Call = [collection: string, method: string, first: object, options: Record<string, unknown>]

/** Does some work and has every find, count and aggregate explained that the database was asked for by it. */
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

/** Every value under a key, however deep; plans that lost do not matter, nor what is under `skipped`. */
function valuesOf(key: string, tree: unknown, skipped = ''): unknown[] {
  if (typeof tree !== 'object' || tree === null) return []
  return Object.entries(tree).flatMap(([name, value]) => {
    if (name === 'rejectedPlans' || name === skipped) return []
    return name === key ? [value] : valuesOf(key, value, skipped)
  })
}
