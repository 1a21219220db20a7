import {
  connectService,
  createAdminCheck,
  createAuditTrail,
  createCustomerData,
  createEndedSessions,
  createInternalClient,
  deadLetterRoutes,
  loadConfig,
  runService,
} from '@prankpost/service-kit'
import { createApp } from './app.ts'
import { configSchema } from './config.ts'
import { holdings } from './customer-data.ts'
import type { Deps } from './deps.ts'
import { handlers } from './events.ts'
import { createProgressModel } from './progress.model.ts'
import { createRecorder, prefetch } from './record-things.ts'

const config = loadConfig(configSchema)
const base = await connectService('achievement', config)
const { connection, broker, log, isReady } = base

const progress = createProgressModel(connection)
const deps: Deps = { progress, record: createRecorder(progress), log }
const auth = createInternalClient({
  from: 'achievement',
  to: 'auth',
  urls: config.AUTH_URL,
  privateKey: config.SERVICE_PRIVATE_KEY,
})
const endedSessions = createEndedSessions({ connection, log })
const customerData = createCustomerData({
  service: 'achievement',
  holdings: holdings(deps),
  connection,
  broker,
  auth,
  log,
  queuePrefix: config.QUEUE_PREFIX,
  sessions: endedSessions,
})
const audit = createAuditTrail({ service: 'achievement', connection, log })
const app = createApp(deps, {
  publicUrl: config.PUBLIC_URL,
  sessionPublicKey: config.SESSION_PUBLIC_KEY,
  endedSessions,
  adminCheck: createAdminCheck(auth),
  audit,
  deadLetters: deadLetterRoutes({
    service: 'achievement',
    broker,
    queuePrefix: config.QUEUE_PREFIX,
    log,
  }),
  isReady,
})

await runService({
  service: 'achievement',
  base,
  config,
  app,
  handlers: handlers(deps, endedSessions, customerData),
  prefetch,
  tasks: [customerData, audit, endedSessions],
})
