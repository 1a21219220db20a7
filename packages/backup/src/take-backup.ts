import { once } from 'node:events'
import { mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import { copyMessages, whileListening } from '@prankpost/messaging/queue-copy'
import { type BackupRecord, pauseCollection } from '@prankpost/service-kit/pause-watch'
import { collectionsOf, copyCollection } from './copy-collection.ts'
import { Failure } from './failure.ts'
import { type CopiedFile, type Manifest, messagesFile, writeManifest } from './manifest.ts'
import { writePacked } from './packed-file.ts'
import { pauseAll } from './pause-all.ts'
import { copyOrder, type Shop } from './shop.ts'

/** The result of a backup. */
export interface Taken {
  manifest: Manifest
  /** How long the events were paused. */
  pausedMs: number
}

/**
 * Collections that record the progress on other collections are copied before these: in the copy, the recorded
 * progress can then be too old, but never too new.
 */
const progressFirst = { payment: ['inbox', 'event_cursors'] } as const

/**
 * Copies all databases of a running shop, and all events in its broker, into a new folder. Customers do not wait: only
 * events are paused.
 *
 * While relays and consumers are paused, no event passes from one service to another. Therefore every event that a
 * copied reader has processed was written before the first document was copied, and is in its owner's copy; and every
 * event that a copied owner has emitted is in the copied outbox, in a copied queue, or processed by its reader.
 *
 * HTTP calls between services continue, so the order of the copies matters. `fulfilment` is copied before `order`, which decides
 * what it ships and refuses: what the copy of `order` knows in addition is in its outbox. `order` and `subscription` are copied before
 * `payment`: its copy then contains each session that they refer to, and a restore removes its payments for newer orders.
 * Then follow the services that they call, and `auth` is last, because all others refer to its customers.
 *
 * @throws {Failure} when the events were not paused all the time, or when the shop has a database of an unknown service, which
 * would be missing: then there is no backup
 */
export async function takeBackup(shop: Shop, folder: string): Promise<Taken> {
  const unknown = await shop.unknownDatabases()
  if (unknown.length > 0) {
    throw new Failure(
      `No backup was taken: ${unknown.join(', ')} belongs to no service that this version knows, and would be missing. ` +
        'Use the version of the running shop (with Docker Compose: --build), or drop the database if nothing needs it.',
    )
  }
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length > 0) throw new Failure(`${folder} is not empty: name a new folder.`)
  try {
    return await whileListening(shop, async (published) => {
      const startedAt = performance.now()
      const eventPause = await pauseAll(shop)
      try {
        // Events that were published until now are in the queues or have been processed.
        await published()
        const restedAt = new Date().toISOString()
        const files = await copyDatabases(shop, folder)
        const messages = await copyBroker(shop, folder)
        const { count, first } = await published()
        if (count > 0) throw new Failure(`${count} events were published meanwhile (${first}): try again.`)
        eventPause.check()
        await eventPause.end()
        const pausedMs = performance.now() - startedAt
        const finishedAt = new Date().toISOString()
        const manifest: Manifest = { format: 1, restedAt, finishedAt, files, messages }
        await writeManifest(folder, manifest)
        return { manifest, pausedMs }
      } finally {
        await eventPause.end()
      }
    })
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

/** Records that a backup is complete, for the metric `backup_age_seconds` of each service. */
export async function recordBackup(shop: Shop): Promise<void> {
  await Promise.all(
    copyOrder.map((service) =>
      shop
        .database(service)
        .collection<BackupRecord>(pauseCollection)
        .updateOne({ _id: 'backup' }, [{ $set: { takenAt: '$$NOW' } }], { upsert: true }),
    ),
  )
}

async function copyDatabases(shop: Shop, folder: string): Promise<CopiedFile[]> {
  const files: CopiedFile[] = []
  for (const service of copyOrder) {
    const database = shop.database(service)
    const first = service in progressFirst ? progressFirst[service as keyof typeof progressFirst] : []
    for (const name of await collectionsOf(database, first)) {
      files.push(await copyCollection(folder, service, database.collection(name)))
    }
  }
  return files
}

async function copyBroker(shop: Shop, folder: string): Promise<Manifest['messages']> {
  const lines = new PassThrough()
  const copied = copyMessages(shop, async (message) => {
    if (!lines.write(`${JSON.stringify(message)}\n`)) await once(lines, 'drain')
  }).finally(() => lines.end())
  const [counts, written] = await Promise.all([copied, writePacked(path.join(folder, messagesFile), lines)])
  return { ...counts, ...written }
}
