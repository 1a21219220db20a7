import { copyFile, mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { type Stack, startStack } from '@prankpost/local-stack'
import { MongoClient } from 'mongodb'
import type { DatabaseOf } from '../bench/proof/entries.ts'
import { createProvider } from '../bench/proof/provider.ts'
import { watchTraffic } from '../bench/proof/traffic.ts'
import { openJournal } from './journal.ts'
import { soakEnvironment } from './needs.ts'
import type { SoakOptions } from './options.ts'
import { playAndBreak } from './play.ts'
import { makeReport, type Report } from './report.ts'
import { settle } from './settle.ts'
import { createWiring } from './wires/wiring.ts'

interface RunSettings {
  /** Where the run leaves its journal and the logs of all processes. */
  folder: string
  /** Hears how far it is. */
  tell?: (words: string) => void
}

/**
 * Runs a stack of its own with customers, an operator and badly travelling webhooks while processes are killed
 * and connections break; then waits until all is settled, for three times as long as it may take, and compares
 * all ledgers.
 */
export async function runSoak(
  options: SoakOptions,
  { folder, tell = () => {} }: RunSettings,
): Promise<Report> {
  await rm(path.join(folder, 'logs'), { recursive: true, force: true })
  await mkdir(path.join(folder, 'logs'), { recursive: true })
  const wiring = createWiring()
  const journal = openJournal(path.join(folder, 'journal.jsonl'))
  let stack: Stack | undefined
  try {
    stack = await startStack({
      ownMongo: true,
      ownBroker: true,
      replicas: options.replicas,
      env: soakEnvironment,
      rewire: wiring.rewire,
    })
    tell(`${stack.processes.length} processes run, ${wiring.wires.length} wires between them.`)
    const played = await playAndBreak({ stack, wiring, journal }, options)
    tell('Nothing more is begun. Waiting until all is settled.')
    const after = await settleUp(stack, journal, played.chaos.lastKillAt + 3 * options.settleWithinMs)
    return makeReport({ options, journal, ...played, ...after })
  } finally {
    wiring.clear()
    if (stack) await keepLogs(stack, folder)
    await stack?.stop()
    await wiring.close()
    await journal.close()
  }
}

async function settleUp(stack: Stack, journal: ReturnType<typeof openJournal>, until: number) {
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

async function keepLogs({ processes }: Stack, folder: string): Promise<void> {
  for (const { spec } of processes) {
    const kept = path.join(folder, 'logs', path.basename(spec.logFile))
    await copyFile(spec.logFile, kept).catch(() => undefined)
  }
}
