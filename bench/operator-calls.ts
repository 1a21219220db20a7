import type { Stack } from '@prankpost/test-harness'
import { MongoClient } from 'mongodb'

/** A call of the operator; `path` may change with each call. */
export interface OperatorCall {
  what: string
  path: (round: number) => string
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
    return [...calls, ...queues, ...figures]
  } finally {
    await mongo.close()
  }
}

// Each call requests other days, because answers are cached for some seconds.
const daysBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
const figures: OperatorCall[] = ['sales', 'plans', 'pranks'].flatMap((report) =>
  [
    { span: 'about 30 days', days: 30 },
    { span: 'about a year', days: 336 },
  ].map(({ span, days }) => ({
    what: `reports/${report}, ${span}`,
    path: (round: number) => `/api/admin/reports/${report}?from=${daysBefore(days + (round % 60))}`,
  })),
)
/** The queue of the packer and the other lists of the admin: the page that a tab opens with, and the usual filters. */
const queues: OperatorCall[] = [
  'parcels?sort=shipBy',
  'parcels?status=to_pack',
  'parcels?status=delivered',
  'parcels?type=plan&state=CA',
  `parcels?q=${searched}`,
  'customers',
  `customers?q=${searched}`,
  'pranks',
  'discounts',
  'operators',
  'audit/order',
].map((path) => ({ what: path, path: () => `/api/admin/${path}` }))
figures.push({ what: 'order-stats', path: () => '/api/admin/order-stats' })
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
