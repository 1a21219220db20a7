import { createOutbox, createRelay } from '@prankpost/messaging'
import {
  connectService,
  createAdminCheck,
  createAuditTrail,
  createCustomerData,
  createEndedSessions,
  createInternalClient,
  createReconciliation,
  deadLetterRoutes,
  loadConfig,
  runService,
} from '@prankpost/service-kit'
import { createApp } from './app.ts'
import { configSchema } from './config.ts'
import { holdings } from './customer-data.ts'
import type { Deps } from './deps.ts'
import { handlers } from './events.ts'
import { showPlans } from './metrics.ts'
import { createPlanModel } from './plan.model.ts'
import { findUntoldPlans, untoldKinds } from './use-cases/find-untold.ts'

const config = loadConfig(configSchema)
const base = await connectService('subscription', config)
const { connection, broker, log, isReady } = base
const queuePrefix = config.QUEUE_PREFIX

const client = (to: 'auth' | 'payment', urls: string[], timeoutMs?: number) =>
  createInternalClient({ from: 'subscription', to, urls, privateKey: config.SERVICE_PRIVATE_KEY, timeoutMs })

const plans = createPlanModel(connection)
const relay = createRelay({ service: 'subscription', model: plans, broker, log, queuePrefix })
const deps: Deps = {
  plans,
  outbox: createOutbox(plans, relay.nudge),
  // Payment itself waits for Stripe.
  payment: client('payment', config.PAYMENT_URL, 25_000),
  log,
}
const auth = client('auth', config.AUTH_URL)
const endedSessions = createEndedSessions({ connection, log })
const customerData = createCustomerData({
  service: 'subscription',
  holdings: holdings(deps),
  connection,
  broker,
  auth,
  log,
  queuePrefix,
  sessions: endedSessions,
})
const audit = createAuditTrail({ service: 'subscription', connection, log })
const app = createApp(deps, {
  publicUrl: config.PUBLIC_URL,
  sessionPublicKey: config.SESSION_PUBLIC_KEY,
  endedSessions,
  servicePublicKeys: config.SERVICE_PUBLIC_KEYS,
  adminCheck: createAdminCheck(auth),
  audit,
  deadLetters: deadLetterRoutes({ service: 'subscription', broker, queuePrefix, log }),
  isReady,
})

const payments = createReconciliation({
  name: 'payments of plans',
  kinds: untoldKinds,
  source: deps.payment,
  path: '/internal/recent-events?kind=plan',
  connection,
  log,
  settleMs: config.RECONCILE_AFTER_MS,
  everyMs: config.RECONCILE_EVERY_MS,
  compare: (told, heal) => findUntoldPlans(told, heal, deps),
})

showPlans(deps)
await runService({
  service: 'subscription',
  base,
  config,
  app,
  handlers: handlers(deps, endedSessions, customerData),
  tasks: [relay, customerData, audit, endedSessions, payments],
})
