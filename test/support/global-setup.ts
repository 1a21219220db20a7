import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { startEngines } from '@prankpost/local-stack'
import { offerSharedStack } from '@prankpost/test-harness'
import { startContainers, type TestEngines } from './container-engines.ts'

/**
 * Starts one MongoDB and one broker for the whole run and puts their addresses into the environment of the test
 * files, with the address of the stack that they share.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const stopEngines = await provideEngines()
  const stopStack = await offerSharedStack()
  return async () => {
    await stopStack()
    await stopEngines()
  }
}

/** Servers whose addresses are already set are used and left running. */
async function provideEngines(): Promise<() => Promise<void>> {
  if (process.env.PRANKPOST_TEST_MONGODB_URI && process.env.PRANKPOST_TEST_AMQP_URL) return async () => {}
  const chosen = await chooseEngines(process.env.PRANKPOST_TEST_ENGINES).catch((error: unknown) => {
    // Vitest would print where the error was thrown, which does not help here.
    console.error(`No test engines: ${messageOf(error)}`)
    process.exit(1)
  })
  const { label, mongodbUri, amqpUrl, stop } = chosen
  console.log(`Test engines: ${label}`)
  process.env.PRANKPOST_TEST_MONGODB_URI = mongodbUri
  process.env.PRANKPOST_TEST_AMQP_URL = amqpUrl
  return stop
}

/**
 * Containers, or, where none can be started, servers of this system. `PRANKPOST_TEST_ENGINES` excludes one of the two.
 * @throws when the variable is `docker` and no containers can be started, or when it has another value
 */
async function chooseEngines(wanted: string | undefined): Promise<TestEngines> {
  if (wanted === 'local') return startLocal('PRANKPOST_TEST_ENGINES=local')
  if (wanted === 'docker') return startContainers()
  if (wanted) throw new Error(`PRANKPOST_TEST_ENGINES is docker, local or not set; it is ${wanted}.`)
  try {
    return await startContainers()
  } catch (error) {
    return startLocal(messageOf(error))
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

async function startLocal(reason: string): Promise<TestEngines> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'prankpost-test-'))
  const engines = await startEngines({ env: process.env, dataDir, restart: true })
  await engines.ready()
  return {
    label: `${engines.broker.label} and ${engines.mongo.label}; no containers: ${reason}`,
    mongodbUri: engines.mongo.uri,
    amqpUrl: engines.broker.url,
    async stop() {
      await engines.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
