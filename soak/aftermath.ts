import { copyFile } from 'node:fs/promises'
import path from 'node:path'
import { MongoClient } from 'mongodb'
import type { DatabaseOf } from '../bench/proof/entries.ts'
import { createProvider } from '../bench/proof/provider.ts'
import { watchTraffic } from '../bench/proof/traffic.ts'
import type { Journal } from './journal.ts'
import type { Playground } from './playground.ts'
import { settle } from './settle.ts'

/** Waits until all is settled, at most until then, and compares all ledgers. */
export async function settleUp(stack: Playground, journal: Journal, until: number) {
  const mongo = new MongoClient(stack.mongodbUri, { serverSelectionTimeoutMS: 5_000 })
  const database: DatabaseOf = (service) =>
    mongo.db(`${stack.databasePrefix}_${service.replaceAll('-', '_')}`)
  const traffic = watchTraffic(stack, database)
  try {
    const provider = createProvider(stack)
    const settled = await settle({ stack, journal, database, provider, traffic }, until)
    return { ...settled, webhooks: await traffic.sums() }
  } finally {
    await mongo.close()
  }
}

/** Copies the logs of all processes into the folder's `logs`. */
export async function keepLogs({ processes }: Pick<Playground, 'processes'>, folder: string): Promise<void> {
  for (const { spec } of processes) {
    const kept = path.join(folder, 'logs', path.basename(spec.logFile))
    await copyFile(spec.logFile, kept).catch(() => undefined)
  }
}
