import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { startEngines } from '@prankpost/local-stack'
import { offerSharedStack } from '@prankpost/test-harness'

/**
 * Starts one MongoDB and one broker for the whole run and puts their addresses into the environment of the test
 * files, with the address of the stack that they share. Servers whose addresses are already set are used and left
 * running.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const stopEngines = await provideEngines()
  const stopStack = await offerSharedStack()
  return async () => {
    await stopStack()
    await stopEngines()
  }
}

async function provideEngines(): Promise<() => Promise<void>> {
  if (process.env.PRANKPOST_TEST_MONGODB_URI && process.env.PRANKPOST_TEST_AMQP_URL) return async () => {}
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'prankpost-test-'))
  const engines = await startEngines({ env: process.env, dataDir, restart: true })
  await engines.ready()
  process.env.PRANKPOST_TEST_MONGODB_URI = engines.mongo.uri
  process.env.PRANKPOST_TEST_AMQP_URL = engines.broker.url
  return async () => {
    await engines.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
