import type { Stack } from '@prankpost/test-harness'
import { MongoClient } from 'mongodb'

/** A call of the operator; `path` may change with each call. */
export interface OperatorCall {
  what: string
  path: (round: number) => string
  /** Figures over many days: with a million orders each call takes seconds, so fewer calls are made. */
  isSlow?: boolean
}

/** The lists: their collection, and the filter with the most matches. */
const lists = [
  { path: 'orders', database: 'order', collection: 'orders', status: 'delivered' },
  { path: 'subscriptions', database: 'subscription', collection: 'subscriptions', status: 'cancelled' },
  { path: 'subscription-logs', database: 'subscription_logs', collection: 'logs', status: 'other' },
  { path: 'contact-messages', database: 'support', collection: 'messages', status: 'resolved' },
]
const searched = 'gerald'

/** The measured calls: each list unfiltered, filtered, searched and on a late page, then the figures. */
export async function operatorCalls(stack: Stack): Promise<OperatorCall[]> {
  const mongo = new MongoClient(stack.mongodbUri)
  try {
    const calls: OperatorCall[] = []
    for (const { path, status, ...place } of lists) {
      const cursor = await deepCursor(mongo, `${stack.databasePrefix}_${place.database}`, place.collection)
      const list = (what: string, query: string) =>
        calls.push({ what: `${path}, ${what}`, path: () => `/api/admin/${path}${query}` })
      list('first page', '')
      list(`first page of ${status}`, `?status=${status}`)
      list(`search for ${searched}`, `?q=${searched}`)
      list(`search for ${searched} in ${status}`, `?q=${searched}&status=${status}`)
      list('deep page', `?cursor=${cursor}`)
    }
    return [...calls, ...figures]
  } finally {
    await mongo.close()
  }
}

// Each call requests a different number of days, because answers are cached for some seconds.
const figures: OperatorCall[] = ['order-stats', 'subscription-stats'].flatMap((resource) =>
  [
    { span: 'about 30 days', from: 1 },
    { span: 'about a year', from: 307 },
  ].map(({ span, from }) => ({
    what: `${resource}, ${span}`,
    path: (round: number) => `/api/admin/${resource}?days=${from + (round % 60)}`,
    isSlow: true,
  })),
)
figures.push({ what: 'shipment-stats', path: () => '/api/admin/shipment-stats' })

/** The id after nine tenths of a collection. */
async function deepCursor(mongo: MongoClient, database: string, name: string): Promise<string> {
  const collection = mongo.db(database).collection(name)
  const deep = Math.floor((await collection.estimatedDocumentCount()) * 0.9)
  const found = await collection
    .find({}, { projection: { _id: 1 } })
    .sort({ _id: -1 })
    .skip(deep)
    .limit(1)
    .next()
  return String(found?._id)
}

/** Each whole list as a file. */
export const exportPaths = lists.map(
  ({ path }) => `/api/admin/${path}/export${path === 'subscriptions' ? '?status=all' : ''}`,
)
