import {
  connectService,
  createAdminCheck,
  createAuditTrail,
  createInternalClient,
  createLimitStore,
  createSweep,
  loadConfig,
  runService,
} from '@prankpost/service-kit'
import { createApp } from './app.ts'
import { configSchema } from './config.ts'
import { createMessageModel } from './message.model.ts'

const config = loadConfig(configSchema)
const base = await connectService('support', config)
const { connection, log, isReady } = base

const limits = createLimitStore(connection)
const auth = createInternalClient({
  from: 'support',
  to: 'auth',
  urls: config.AUTH_URL,
  privateKey: config.SERVICE_PRIVATE_KEY,
})
const audit = createAuditTrail({ service: 'support', connection, log })
const app = createApp(
  {
    messages: createMessageModel(connection),
    submissions: limits.limit('contact-submit', config.CONTACT_FORM_LIMIT, 10),
    submissionsOfEmail: limits.limit('contact-submit-email', config.CONTACT_FORM_EMAIL_LIMIT, 10),
  },
  {
    log,
    publicUrl: config.PUBLIC_URL,
    sessionPublicKey: config.SESSION_PUBLIC_KEY,
    adminCheck: createAdminCheck(auth),
    audit,
    isReady,
  },
)

const sweep = createSweep('limits', 10 * 60_000, log, limits.sweep)
await runService({ service: 'support', base, config, app, tasks: [sweep, audit], prepare: limits.prepare })
