import {
  connectService,
  createAdminCheck,
  createInternalClient,
  deadLetterRoutes,
  loadConfig,
  runService,
} from '@prankpost/service-kit'
import { createApp } from './app.ts'
import { configSchema } from './config.ts'
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
  secret: config.SERVICE_TOKEN_SECRET,
})
const app = createApp(deps, {
  publicUrl: config.PUBLIC_URL,
  sessionPublicKey: config.SESSION_PUBLIC_KEY,
  adminCheck: createAdminCheck(auth),
  deadLetters: deadLetterRoutes({ service, broker, queuePrefix: config.QUEUE_PREFIX, log }),
  isReady,
})

await runService({ service, base, config, app, handlers: handlers(deps) })
