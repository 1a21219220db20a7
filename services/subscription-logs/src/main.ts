import {
  connectService,
  createAdminCheck,
  createAuditTrail,
  createCustomerData,
  createInternalClient,
  deadLetterRoutes,
  dropFormerIndex,
  loadConfig,
  runService,
} from '@prankpost/service-kit'
import { createApp } from './app.ts'
import { configSchema } from './config.ts'
import { holdings } from './customer-data.ts'
import type { Deps } from './deps.ts'
import { handlers } from './events.ts'
import { createLogModel } from './log.model.ts'

const service = 'subscription-logs'
const config = loadConfig(configSchema)
const base = await connectService(service, config)
const { connection, broker, log, isReady } = base

const deps: Deps = { logs: createLogModel(connection), log }
const auth = createInternalClient({
  from: service,
  to: 'auth',
  urls: config.AUTH_URL,
  privateKey: config.SERVICE_PRIVATE_KEY,
})
const customerData = createCustomerData({
  service,
  holdings: holdings(deps),
  connection,
  broker,
  auth,
  log,
  queuePrefix: config.QUEUE_PREFIX,
})
const audit = createAuditTrail({ service, connection, log })
const app = createApp(deps, {
  publicUrl: config.PUBLIC_URL,
  sessionPublicKey: config.SESSION_PUBLIC_KEY,
  adminCheck: createAdminCheck(auth),
  audit,
  deadLetters: deadLetterRoutes({ service, broker, queuePrefix: config.QUEUE_PREFIX, log }),
  isReady,
})

await runService({
  service,
  base,
  config,
  app,
  handlers: handlers(deps, customerData),
  tasks: [customerData, audit],
  prepare: () => dropFormerIndex(deps.logs, 'searchTerms_1__id_-1'),
})
