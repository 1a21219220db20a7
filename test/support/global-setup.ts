import { mkdtemp } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { startEngines } from '../../packages/local-stack/src/index.ts'
import { started } from './started-engines.ts'

/**
 * Starts one MongoDB and one broker for the whole run and leaves their addresses in the environment of the
 * test files. Where both addresses are set already, those servers are used and left running.
 */
export default async function globalSetup(): Promise<void> {
  if (process.env.PRANKPOST_TEST_MONGODB_URI && process.env.PRANKPOST_TEST_AMQP_URL) return
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'prankpost-test-'))
  const engines = await startEngines({ env: process.env, dataDir, restart: true })
  started.current = { engines, dataDir }
  await engines.ready()
  process.env.PRANKPOST_TEST_MONGODB_URI = engines.mongo.uri
  process.env.PRANKPOST_TEST_AMQP_URL = engines.broker.url
}
