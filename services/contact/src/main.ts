import { createOutbox, createRelay } from '@prankpost/messaging'
import {
  connectService,
  createAdminCheck,
  createAuditTrail,
  createCustomerData,
  createEndedSessions,
  createInternalClient,
  createSweep,
  deadLetterRoutes,
  loadConfig,
  runService,
} from '@prankpost/service-kit'
import { createApp } from './app.ts'
import { configSchema } from './config.ts'
import { createContactModel } from './contact.model.ts'
import { holdings } from './customer-data.ts'
import { handlers } from './events.ts'
import { sweepRemoved } from './use-cases/sweep-removed.ts'

const config = loadConfig(configSchema)
const base = await connectService('contact', config)
const { connection, broker, log, isReady } = base
const queuePrefix = config.QUEUE_PREFIX

const contacts = createContactModel(connection)
const relay = createRelay({ service: 'contact', model: contacts, broker, log, queuePrefix })
const auth = createInternalClient({
  from: 'contact',
  to: 'auth',
  urls: config.AUTH_URL,
  privateKey: config.SERVICE_PRIVATE_KEY,
})
const endedSessions = createEndedSessions({ connection, log })
const customerData = createCustomerData({
  service: 'contact',
  holdings: holdings({ contacts }),
  connection,
  broker,
  auth,
  log,
  queuePrefix,
  sessions: endedSessions,
})
const audit = createAuditTrail({ service: 'contact', connection, log })
const app = createApp(
  { contacts, outbox: createOutbox(contacts, relay.nudge) },
  {
    log,
    publicUrl: config.PUBLIC_URL,
    sessionPublicKey: config.SESSION_PUBLIC_KEY,
    endedSessions,
    servicePublicKeys: config.SERVICE_PUBLIC_KEYS,
    adminCheck: createAdminCheck(auth),
    audit,
    deadLetters: deadLetterRoutes({ service: 'contact', broker, queuePrefix, log }),
    isReady,
  },
)

const sweep = createSweep('removed contacts', 60_000, log, () => sweepRemoved({ contacts }))
await runService({
  service: 'contact',
  base,
  config,
  app,
  handlers: handlers(endedSessions, customerData),
  tasks: [relay, customerData, sweep, audit, endedSessions],
})
