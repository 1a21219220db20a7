import { createOutbox, createRelay } from '@prankpost/messaging'
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
import { createPlanModel } from './plan.model.ts'

const config = loadConfig(configSchema)
const base = await connectService('subscription', config)
const { connection, broker, log, isReady } = base
const queuePrefix = config.QUEUE_PREFIX

const client = (to: 'auth' | 'payment', urls: string[], timeoutMs?: number) =>
  createInternalClient({ from: 'subscription', to, urls, secret: config.SERVICE_TOKEN_SECRET, timeoutMs })

const plans = createPlanModel(connection)
const relay = createRelay({ service: 'subscription', model: plans, broker, log, queuePrefix })
const deps: Deps = {
  plans,
  outbox: createOutbox(plans, relay.nudge),
  // Payment itself waits for Stripe.
  payment: client('payment', config.PAYMENT_URL, 25_000),
  log,
}
const app = createApp(deps, {
  publicUrl: config.PUBLIC_URL,
  sessionPublicKey: config.SESSION_PUBLIC_KEY,
  serviceTokenSecret: config.SERVICE_TOKEN_SECRET,
  adminCheck: createAdminCheck(client('auth', config.AUTH_URL)),
  deadLetters: deadLetterRoutes({ service: 'subscription', broker, queuePrefix, log }),
  isReady,
})

await runService({ service: 'subscription', base, config, app, handlers: handlers(deps), tasks: [relay] })
