import { execFile } from 'node:child_process'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Stack } from '@prankpost/test-harness'
import { MongoClient } from 'mongodb'

/** Runs `backup` or `restore` for a stack, as an operator does; returns its output. @throws when it fails */
export async function runBackupCommand(stack: Stack, ...args: string[]): Promise<string> {
  const env = {
    ...process.env,
    MONGODB_URI: stack.mongodbUri,
    AMQP_URL: stack.amqpUrl,
    DATABASE_PREFIX: stack.databasePrefix,
    QUEUE_PREFIX: stack.queuePrefix,
    STRIPE_SECRET_KEY: 'sk_test_of_this_test',
    STRIPE_API_BASE: stack.sandboxUrl,
  }
  const command = path.join(import.meta.dirname, '..', '..', 'packages', 'backup', 'src', 'main.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [command, ...args], { env })
  return stdout
}

/**
 * Deletes all data of a shop with its own engines: kills every process, empties both data folders and starts the empty
 * engines. Only Stripe's ledger is kept, because it is outside of the shop.
 */
export async function loseEverything(stack: Stack): Promise<void> {
  const isEngine = (name: string) => name === 'mongodb' || name === 'broker'
  const others = stack.processes.filter(({ spec }) => !isEngine(spec.name))
  await Promise.all(others.map(({ spec }) => stack.kill(spec.name, 'SIGKILL', spec.replica)))
  const restoreStripe = await copyStripeLedger(stack)
  const engines = stack.processes.filter(({ spec }) => isEngine(spec.name))
  await Promise.all(engines.map(({ spec }) => stack.kill(spec.name)))
  const [{ spec }] = engines as [(typeof engines)[0]]
  const dataDir = path.dirname(path.dirname(spec.logFile))
  await rm(path.join(dataDir, 'mongodb'), { recursive: true })
  await rm(path.join(dataDir, 'rabbitmq', 'data'), { recursive: true })
  await mkdir(path.join(dataDir, 'mongodb'))
  for (const engine of engines) stack.start(engine.spec.name)
  await Promise.all(engines.map((engine) => engine.ready()))
  await restoreStripe()
}

/** Starts every process except the engines. */
export async function openAgain(stack: Stack): Promise<void> {
  for (const { spec } of stack.processes) {
    if (spec.name !== 'mongodb' && spec.name !== 'broker') stack.start(spec.name, spec.replica)
  }
  await stack.waitUntilReady()
}

async function copyStripeLedger({ mongodbUri, databasePrefix }: Stack): Promise<() => Promise<void>> {
  const name = `${databasePrefix}_stripe_sandbox`
  const before = new MongoClient(mongodbUri)
  const kept: [string, object[]][] = []
  for (const collection of await before.db(name).collections()) {
    kept.push([collection.collectionName, await collection.find({}, { promoteValues: false }).toArray()])
  }
  await before.close()
  return async () => {
    const after = new MongoClient(mongodbUri)
    for (const [collection, documents] of kept) {
      if (documents.length > 0) await after.db(name).collection(collection).insertMany(documents)
    }
    await after.close()
  }
}
