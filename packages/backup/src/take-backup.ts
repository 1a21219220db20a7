import { once } from 'node:events'
import { mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import { copyMessages, whileListening } from '@prankpost/messaging/queue-copy'
import { collectionsOf, copyCollection } from './copy-collection.ts'
import { Failure } from './failure.ts'
import { type CopiedFile, type Manifest, messagesFile, writeManifest } from './manifest.ts'
import { writePacked } from './packed-file.ts'
import { restAll } from './pause-all.ts'
import { copyOrder, type Shop } from './shop.ts'

/** What a backup came to. */
export interface Taken {
  manifest: Manifest
  /** For how long no event moved. */
  restedMs: number
}

/**
 * What notes how far another collection of the same database has come is copied before that one: the copy then
 * says at most that there is more to do than there is.
 */
const notesFirst = { payment: ['inbox', 'event_cursors'] } as const

/**
 * Copies all databases of a running shop, and all events that wait in its broker, into a new folder. No
 * customer waits for it: only the events do.
 *
 * While relays and consumers rest nothing that one service did becomes known to another by an event. So every event
 * that a copied reader knows was written before the first document was copied, and is known to its owner's copy;
 * and every event that a copied owner has told is in the copied outbox, in a copied queue, or known to its reader.
 * Calls between services go on, so their databases are copied in an order: `order` and
 * `subscription` before `payment`, which then knows each session that they know (what it knows of orders that are
 * younger, a restore leaves out); after them those whom they ask, and `auth`, whose customers all others point at, last.
 *
 * @throws {Failure} when the events did not rest: then there is no backup
 */
export async function takeBackup(shop: Shop, folder: string): Promise<Taken> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length > 0) throw new Failure(`${folder} is not empty: name a new folder.`)
  try {
    return await whileListening(shop, async (heard) => {
      const startedAt = performance.now()
      const eventPause = await restAll(shop)
      try {
        // What went out until here is in the queues, or was taken in.
        await heard()
        const restedAt = new Date().toISOString()
        const files = await copyDatabases(shop, folder)
        const messages = await copyBroker(shop, folder)
        const { count, first } = await heard()
        if (count > 0) throw new Failure(`${count} events were published meanwhile (${first}): try again.`)
        eventPause.check()
        await eventPause.end()
        const restedMs = performance.now() - startedAt
        const finishedAt = new Date().toISOString()
        const manifest: Manifest = { format: 1, restedAt, finishedAt, files, messages }
        await writeManifest(folder, manifest)
        return { manifest, restedMs }
      } finally {
        await eventPause.end()
      }
    })
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

async function copyDatabases(shop: Shop, folder: string): Promise<CopiedFile[]> {
  const files: CopiedFile[] = []
  for (const service of copyOrder) {
    const database = shop.database(service)
    const first = service in notesFirst ? notesFirst[service as keyof typeof notesFirst] : []
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
