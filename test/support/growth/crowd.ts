import type { Stack } from '@prankpost/test-harness'
import { type Db, type Document, MongoClient, ObjectId } from 'mongodb'
import { fillStack } from '../../../bench/seed/fill.ts'

/** The amounts of a shop of size 1. */
const amounts = { orders: 400, plans: 80, logs: 600, messages: 150 }
/** At size 1, the number of copies of all other documents. */
const copies = 120
/** One customer owns every fifth document: a customer's own lists must not grow with their own data either. */
const everyNth = 5
const hourMs = 3_600_000

/** Filled by the seed, or equal in a shop of any size; the audit trails share their code, so one is enough. */
const notCopied =
  /^(order\.(orders|prices)|subscription\.subscriptions|fulfilment\.shipments|subscription_logs\.logs|contact\.contacts|support\.messages|payment\.event_cursors|(catalog|stripe_sandbox)\..*|.*\.(limits|reconciliation.*|rest)|(?!order\.)\w+\.audit)$/
const isId = /^(\w+:)?([0-9a-f]{24}|[0-9a-f-]{36}|[a-z]+_\w{20,})$/

/**
 * Enlarges a stack's data by this many times its first size: orders, plans, shipments, log and mail by the
 * seed, everything else by copies of existing documents, under new ids. A fifth of it belongs to one customer.
 * All of it is older than an hour, so that no sweep for messages in transit searches it.
 */
export async function growShop(stack: Stack, { times, ownerId }: { times: number; ownerId: string }) {
  const grown = Object.entries(amounts).map(([kind, count]) => [kind, count * times])
  const world = { seed: times, now: new Date(Date.now() - hourMs), amounts: Object.fromEntries(grown) }
  await fillStack(stack, world, () => undefined)
  const mongo = await new MongoClient(stack.mongodbUri).connect()
  const of = (service: string) => mongo.db(`${stack.databasePrefix}_${service}`)
  try {
    const { databases } = await mongo.db('admin').admin().listDatabases({ nameOnly: true })
    const services = databases
      .filter(({ name }) => name.startsWith(`${stack.databasePrefix}_`))
      .map(({ name }) => name.slice(stack.databasePrefix.length + 1))
    for (const service of services) await copyAll(of(service), service, copies * times)
    const orders = of('order').collection('orders')
    await orders.updateMany({ type: 'once', paidAt: { $exists: true } }, [
      { $set: { announcedAt: '$paidAt' } },
    ])
    await orders.updateMany({ type: { $ne: 'once' } }, [{ $set: { parcelsReportedAt: '$paidAt' } }])
    // A customer has one running plan at a time, so never many plans or first months.
    await giveShare(orders, { type: { $ne: 'subscription' } }, ownerId)
    await giveShare(of('fulfilment').collection('shipments'), {}, ownerId)
  } finally {
    await mongo.close()
  }
}

async function giveShare(collection: ReturnType<Db['collection']>, filter: object, ownerId: string) {
  const others = { ...filter, ownerId: { $ne: ownerId } }
  const found = await collection.find(others, { projection: { _id: 1 } }).toArray()
  const share = found.filter((_, index) => index % everyNth === 0).map(({ _id }) => _id)
  await collection.updateMany({ _id: { $in: share } }, { $set: { ownerId } })
}

/** Copies the documents in the collections of a service. */
async function copyAll(database: Db, service: string, count: number) {
  for (const { name } of await database.listCollections({}, { nameOnly: true }).toArray()) {
    if (notCopied.test(`${service}.${name}`)) continue
    const collection = database.collection(name)
    const originals = await collection.find().sort({ _id: 1 }).limit(4).toArray()
    if (originals.length === 0) continue
    const twins = Array.from({ length: count }, (_, n) => twinOf(originals[n % originals.length] ?? {}, n))
    await collection.insertMany(twins)
  }
}

let made = 0

/** The same document with new ids throughout; every fifth keeps its owner. */
function twinOf(original: Document, index: number): Document {
  const mark = (++made).toString(16).padStart(8, '0')
  const twin = renamed(original, mark) as Document
  if (twin._id === original._id) twin._id = `${twin._id}-${mark}`
  for (const owner of ['ownerId', 'userId']) {
    if (owner in original && index % everyNth === 0) twin[owner] = original[owner]
  }
  return twin
}

function renamed(value: unknown, mark: string): unknown {
  if (typeof value === 'string') {
    if (value.includes('@')) return `${mark}.${value}`
    return isId.test(value) ? value.slice(0, -8) + mark : value
  }
  if (value instanceof ObjectId) return new ObjectId(value.toHexString().slice(0, 16) + mark)
  if (value instanceof Date) return new Date(value.getTime() - hourMs)
  if (Array.isArray(value)) return value.map((one) => renamed(one, mark))
  if (typeof value !== 'object' || value === null || '_bsontype' in value) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, renamed(one, mark)]))
}
