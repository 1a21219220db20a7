import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { startEngines } from '@prankpost/local-stack'

/**
 * Starts one MongoDB and one broker for the whole run and leaves their addresses in the environment of the
 * test files. Where both addresses are set already, those servers are used and left running.
 */
export default async function globalSetup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.PRANKPOST_TEST_MONGODB_URI && process.env.PRANKPOST_TEST_AMQP_URL) return undefined
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
