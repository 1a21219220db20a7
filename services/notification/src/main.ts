import {
  connectService,
  createAdminCheck,
  createAuditTrail,
  createCustomerData,
  createInternalClient,
  createSweep,
  deadLetterRoutes,
  loadConfig,
  runService,
} from '@prankpost/service-kit'
import { createApp } from './app.ts'
import { configSchema } from './config.ts'
import { holdings } from './customer-data.ts'
import { handlers } from './events.ts'
import { createMailModel, sweepMails } from './mail.model.ts'
import { createMailer } from './mailer.ts'

const config = loadConfig(configSchema)
const service = 'notification'
const base = await connectService(service, config)
const { connection, broker, log, isReady } = base
const publicUrl = config.PUBLIC_URL

const mails = createMailModel(connection)
const mailer = createMailer({ url: config.SMTP_URL, from: config.MAIL_FROM })
const auth = createInternalClient({
  from: service,
  to: 'auth',
  urls: config.AUTH_URL,
  privateKey: config.SERVICE_PRIVATE_KEY,
})
const customerData = createCustomerData({
  service,
  holdings: holdings({ mails }),
  connection,
  broker,
  auth,
  log,
  queuePrefix: config.QUEUE_PREFIX,
})
const audit = createAuditTrail({ service, connection, log })
const app = createApp({
  log,
  publicUrl,
  sessionPublicKey: config.SESSION_PUBLIC_KEY,
  adminCheck: createAdminCheck(auth),
  audit,
  deadLetters: deadLetterRoutes({ service, broker, queuePrefix: config.QUEUE_PREFIX, log }),
  isReady,
})

const sweep = createSweep('mails', 60 * 60_000, log, () => sweepMails(mails))
await runService({
  service,
  base,
  config,
  app,
  handlers: handlers({ mails, mailer, auth, publicUrl, log }, customerData),
  tasks: [mailer, customerData, sweep, audit],
})
