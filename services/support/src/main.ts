import {
  connectService,
  createAdminCheck,
  createAuditTrail,
  createCustomerData,
  createInternalClient,
  createLimitStore,
  createSweep,
  deadLetterRoutes,
  loadConfig,
  runService,
} from '@prankpost/service-kit'
import { createApp } from './app.ts'
import { configSchema } from './config.ts'
import { holdings } from './customer-data.ts'
import { handlers } from './events.ts'
import { createMessageModel, sweepMessages } from './message.model.ts'

const config = loadConfig(configSchema)
const base = await connectService('support', config)
const { connection, broker, log, isReady } = base
const queuePrefix = config.QUEUE_PREFIX

const messages = createMessageModel(connection)
const limits = createLimitStore(connection)
const auth = createInternalClient({
  from: 'support',
  to: 'auth',
  urls: config.AUTH_URL,
  privateKey: config.SERVICE_PRIVATE_KEY,
})
const customerData = createCustomerData({
  service: 'support',
  holdings: holdings({ messages }),
  connection,
  broker,
  auth,
  log,
  queuePrefix,
})
const audit = createAuditTrail({ service: 'support', connection, log })
const app = createApp(
  {
    messages,
    submissions: limits.limit('contact-submit', config.CONTACT_FORM_LIMIT, 10),
    submissionsOfEmail: limits.limit('contact-submit-email', config.CONTACT_FORM_EMAIL_LIMIT, 10),
  },
  {
    log,
    publicUrl: config.PUBLIC_URL,
    sessionPublicKey: config.SESSION_PUBLIC_KEY,
    adminCheck: createAdminCheck(auth),
    audit,
    deadLetters: deadLetterRoutes({ service: 'support', broker, queuePrefix, log }),
    isReady,
  },
)

const sweeps = [
  createSweep('limits', 10 * 60_000, log, limits.sweep),
  createSweep('messages', 60 * 60_000, log, () => sweepMessages(messages)),
]
await runService({
  service: 'support',
  base,
  config,
  app,
  handlers: handlers(customerData),
  tasks: [customerData, ...sweeps, audit],
  prepare: limits.prepare,
})
