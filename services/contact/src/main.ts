import { createOutbox, createRelay } from '@prankpost/messaging'
import {
  connectService,
  createAdminCheck,
  createInternalClient,
  createSweep,
  loadConfig,
  runService,
} from '@prankpost/service-kit'
import { createApp } from './app.ts'
import { configSchema } from './config.ts'
import { createContactModel } from './contact.model.ts'
import { sweepRemoved } from './use-cases/sweep-removed.ts'

const config = loadConfig(configSchema)
const base = await connectService('contact', config)
const { connection, broker, log, isReady } = base

const contacts = createContactModel(connection)
const relay = createRelay({
  service: 'contact',
  model: contacts,
  broker,
  log,
  queuePrefix: config.QUEUE_PREFIX,
})
const auth = createInternalClient({
  from: 'contact',
  to: 'auth',
  urls: config.AUTH_URL,
  secret: config.SERVICE_TOKEN_SECRET,
})
const app = createApp(
  { contacts, outbox: createOutbox(contacts, relay.nudge) },
  {
    log,
    publicUrl: config.PUBLIC_URL,
    sessionPublicKey: config.SESSION_PUBLIC_KEY,
    serviceTokenSecret: config.SERVICE_TOKEN_SECRET,
    adminCheck: createAdminCheck(auth),
    isReady,
  },
)

const sweep = createSweep('removed contacts', 60_000, log, () => sweepRemoved({ contacts }))
await runService({ service: 'contact', base, config, app, tasks: [relay, sweep] })
