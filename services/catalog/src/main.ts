import { createOutbox, createRelay } from '@prankpost/messaging'
import { connectService, loadConfig, runService } from '@prankpost/service-kit'
import { createApp } from './app.ts'
import { configSchema } from './config.ts'
import { createPrankModel } from './prank.model.ts'
import { seedEdition, seedPranks } from './seed.ts'
import { seedCatalog } from './use-cases/seed-catalog.ts'

const config = loadConfig(configSchema)
const base = await connectService('catalog', config)
const { connection, broker, log, isReady } = base

const pranks = createPrankModel(connection)
const relay = createRelay({
  service: 'catalog',
  model: pranks,
  broker,
  log,
  queuePrefix: config.QUEUE_PREFIX,
})
const outbox = createOutbox(pranks, relay.nudge)
const app = createApp(
  { pranks },
  {
    log,
    publicUrl: config.PUBLIC_URL,
    sessionPublicKey: config.SESSION_PUBLIC_KEY,
    servicePublicKeys: config.SERVICE_PUBLIC_KEYS,
    isReady,
  },
)

await runService({
  service: 'catalog',
  base,
  config,
  app,
  tasks: [relay],
  prepare: () => seedCatalog({ pranks: seedPranks, edition: seedEdition }, { outbox }),
})
