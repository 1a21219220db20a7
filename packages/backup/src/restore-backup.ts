import path from 'node:path'
import { type CopiedMessage, countMessages, purgeMessages, putBack } from '@prankpost/messaging/queue-copy'
import { pauseCollection } from '@prankpost/service-kit/pause-watch'
import { BSON, type Collection, type Db } from 'mongodb'
import { Failure } from './failure.ts'
import { type CopiedFile, type Manifest, messagesFile, verifyBackup } from './manifest.ts'
import { readDocuments, readLines } from './packed-file.ts'
import { copyOrder, type Shop } from './shop.ts'

/** The result of a restore. */
export interface Restored {
  manifest: Manifest
  documents: number
  messages: number
  /** Payments that were begun during the backup, for orders that it does not contain. */
  removedPayments: number
}

/**
 * Restores a backup into empty databases and queues; with `force`, replaces existing data. The services must not run.
 * After a failure it can be repeated with `force`.
 * @throws {Failure} when the backup is damaged, a service runs, or the target contains data
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
  const removedPayments = await removePaymentsOfUnknownOrders(shop)
  let messages = 0
  for await (const line of readLines(path.join(folder, messagesFile))) {
    await putBack(shop, JSON.parse(line) as CopiedMessage)
    messages++
  }
  // A server without replicas answers before its journal is on disk.
  await shop.database('order').admin().command({ fsync: 1 })
  return { manifest, documents, messages, removedPayments }
}

/**
 * Empties databases and queues. Old events would report changes that the restored services do not contain, so the
 * queues must be empty, too.
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
      `There is data in ${first.databaseName} already: nothing was changed. --force replaces it with the backup.`,
    )
  }
  if (messages > 0 && !force) {
    throw new Failure(
      `There are ${messages} events in the broker already: nothing was changed. --force deletes them.`,
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
    // Numbers keep their types: with an integer restored as a double, the document would differ.
    batch.push(BSON.deserialize(document, { promoteValues: false }))
    if (batch.length === batchSize) await flush()
  }
  await flush()
  if (count !== documents) throw new Failure(`${name} held ${count} documents instead of ${documents}.`)
  return count
}

/**
 * Removes payments of unknown orders. Orders were copied before payments, so an order that was placed in between has a
 * payment in the backup but is not in it. If it was paid, reconcile.ts reports the payment as unknown; otherwise
 * payment would report it to an order that does not exist.
 */
async function removePaymentsOfUnknownOrders(shop: Shop): Promise<number> {
  const payments = shop.database('payment').collection<{ _id: string; kind: string }>('payments')
  const orders = shop.database('order').collection('orders')
  let removed = 0
  const removeUnknown = async (ids: string[]) => {
    const known = await orders
      .find({ _id: { $in: ids.map((id) => new BSON.ObjectId(id)) } }, { projection: { _id: 1 } })
      .toArray()
    const unknown = new Set(ids).difference(new Set(known.map(({ _id }) => String(_id))))
    if (unknown.size > 0) await payments.deleteMany({ _id: { $in: [...unknown] } })
    removed += unknown.size
  }
  let ids: string[] = []
  for await (const { _id, kind } of payments.find({}, { projection: { kind: 1 } }).sort({ _id: 1 })) {
    if (kind !== 'order') continue
    ids.push(_id)
    if (ids.length < batchSize) continue
    await removeUnknown(ids)
    ids = []
  }
  await removeUnknown(ids)
  return removed
}
