import path from 'node:path'
import { type CopiedMessage, countMessages, purgeMessages, putBack } from '@prankpost/messaging/queue-copy'
import { pauseCollection } from '@prankpost/service-kit/pause-watch'
import { BSON, type Collection, type Db } from 'mongodb'
import { Failure } from './failure.ts'
import { type CopiedFile, type Manifest, messagesFile, verifyBackup } from './manifest.ts'
import { readDocuments, readLines } from './packed-file.ts'
import { copyOrder, type Shop } from './shop.ts'

/** What a restore came to. */
export interface Restored {
  manifest: Manifest
  documents: number
  messages: number
  /** Payments that were begun while the backup was taken, for orders that it does not hold. */
  paymentsLeftOut: number
}

/**
 * Brings a backup back: into databases and queues that are empty, or with `force` in the place of all that is
 * there. The services must not run. Ended by a failure it can be repeated, with `force`.
 * @throws {Failure} when the backup is broken, somebody runs, or something is there
 */
export async function restoreBackup(
  shop: Shop,
  folder: string,
  { force }: { force: boolean },
): Promise<Restored> {
  const manifest = await verifyBackup(folder)
  await makeRoom(shop, force)
  let documents = 0
  for (const file of manifest.files) {
    const target = shop.database(file.service).collection(file.collection)
    documents += await fill(target, path.join(folder, file.path), file)
  }
  const paymentsLeftOut = await leaveOutUnknownOrders(shop)
  let messages = 0
  for await (const line of readLines(path.join(folder, messagesFile))) {
    await putBack(shop, JSON.parse(line) as CopiedMessage)
    messages++
  }
  // A server without replicas answers before its journal is on the disk.
  await shop.database('order').admin().command({ fsync: 1 })
  return { manifest, documents, messages, paymentsLeftOut }
}

/**
 * Events of another time would tell the restored services what their senders do not know, so queues have to
 * be as empty as databases.
 */
async function makeRoom(shop: Shop, force: boolean): Promise<void> {
  const { consumers, messages } = await countMessages(shop)
  if (consumers > 0) {
    throw new Failure('The services run: stop them first, and leave MongoDB and the broker up.')
  }
  const databases = copyOrder.map((service) => shop.database(service))
  const filled = await Promise.all(
    databases.map(async (database) => ((await isEmpty(database)) ? [] : [database])),
  )
  const [first] = filled.flat()
  if (first !== undefined && !force) {
    throw new Failure(
      `There is data in ${first.databaseName} already: nothing was changed. --force puts the backup in its place.`,
    )
  }
  if (messages > 0 && !force) {
    throw new Failure(
      `There are ${messages} events in the broker already: nothing was changed. --force throws them away.`,
    )
  }
  for (const database of filled.flat()) await database.dropDatabase()
  await purgeMessages(shop)
}

async function isEmpty(database: Db): Promise<boolean> {
  const collections = await database.listCollections({}, { nameOnly: true }).toArray()
  for (const { name } of collections) {
    if (name.startsWith('system.') || name === pauseCollection) continue
    if ((await database.collection(name).findOne({}, { projection: { _id: 1 } })) !== null) return false
  }
  return true
}

const batchSize = 500

async function fill(
  target: Collection,
  file: string,
  { path: name, documents }: CopiedFile,
): Promise<number> {
  let batch: BSON.Document[] = []
  let count = 0
  const flush = async () => {
    if (batch.length > 0) await target.insertMany(batch, { ordered: false, promoteValues: false })
    count += batch.length
    batch = []
  }
  for await (const document of readDocuments(file)) {
    // Numbers keep their types: an integer that came back as a double would be another document.
    batch.push(BSON.deserialize(document, { promoteValues: false }))
    if (batch.length === batchSize) await flush()
  }
  await flush()
  if (count !== documents) throw new Failure(`${name} held ${count} documents instead of ${documents}.`)
  return count
}

/**
 * Orders were copied before payments: one that was placed in between has a payment here and is not here itself.
 * Its money, if there is some, is told of as money for nothing known (reconcile.ts), and not to an order that
 * will never come.
 */
async function leaveOutUnknownOrders(shop: Shop): Promise<number> {
  const payments = shop.database('payment').collection<{ _id: string; kind: string }>('payments')
  const orders = shop.database('order').collection('orders')
  let leftOut = 0
  const leaveOut = async (ids: string[]) => {
    const known = await orders
      .find({ _id: { $in: ids.map((id) => new BSON.ObjectId(id)) } }, { projection: { _id: 1 } })
      .toArray()
    const unknown = new Set(ids).difference(new Set(known.map(({ _id }) => String(_id))))
    if (unknown.size > 0) await payments.deleteMany({ _id: { $in: [...unknown] } })
    leftOut += unknown.size
  }
  let ids: string[] = []
  for await (const { _id, kind } of payments.find({}, { projection: { kind: 1 } }).sort({ _id: 1 })) {
    if (kind !== 'order') continue
    ids.push(_id)
    if (ids.length < batchSize) continue
    await leaveOut(ids)
    ids = []
  }
  await leaveOut(ids)
  return leftOut
}
