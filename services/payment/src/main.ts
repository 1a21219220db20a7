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
import { holdings } from './customer-data.ts'
import type { Deps } from './deps.ts'
import { createEventCursorModel, openEventCursor } from './event-cursor.model.ts'
import { handlers } from './events.ts'
import { createStripeEventModel } from './inbox.model.ts'
import { createInbox } from './inbox.ts'
import { measureInbox } from './metrics.ts'
import { createPaymentModel } from './payment.model.ts'
import { createStripe } from './stripe-client.ts'
import { recordEvent } from './use-cases/record-event.ts'
import { sweepEvents } from './use-cases/sweep-events.ts'
import { sweepSessions } from './use-cases/sweep-sessions.ts'

const config = loadConfig(configSchema)
const base = await connectService('payment', config)
const { connection, broker, log, isReady } = base
const queuePrefix = config.QUEUE_PREFIX

const payments = createPaymentModel(connection)
const cursors = createEventCursorModel(connection)
const relay = createRelay({ service: 'payment', model: payments, broker, log, queuePrefix })
const inbox = createInbox({
  events: createStripeEventModel(connection),
  record: (news) => recordEvent(news, deps),
  log,
})
measureInbox(inbox)
const deps: Deps = {
  payments,
  cursors,
  outbox: createOutbox(payments, relay.nudge, { remembered: 1_000 }),
  inbox,
  stripe: createStripe(config.STRIPE_SECRET_KEY, config.STRIPE_API_BASE),
  webhookSecret: config.STRIPE_WEBHOOK_SECRET,
  publicUrl: config.PUBLIC_URL,
  sweepAfterMs: config.SESSION_SWEEP_AFTER_MS,
  eventSweepEveryMs: config.EVENT_SWEEP_EVERY_MS,
  log,
}
const auth = createInternalClient({
  from: 'payment',
  to: 'auth',
  urls: config.AUTH_URL,
  privateKey: config.SERVICE_PRIVATE_KEY,
})
const endedSessions = createEndedSessions({ connection, log })
const customerData = createCustomerData({
  service: 'payment',
  holdings: holdings(deps),
  connection,
  broker,
  auth,
  log,
  queuePrefix,
  sessions: endedSessions,
})
const audit = createAuditTrail({ service: 'payment', connection, log })
const app = createApp(deps, {
  sessionPublicKey: config.SESSION_PUBLIC_KEY,
  endedSessions,
  servicePublicKeys: config.SERVICE_PUBLIC_KEYS,
  adminCheck: createAdminCheck(auth),
  audit,
  deadLetters: deadLetterRoutes({ service: 'payment', broker, queuePrefix, log }),
  isReady,
})

const sweeps = [
  createSweep('sessions', Math.min(2_000, config.SESSION_SWEEP_AFTER_MS), log, () => sweepSessions(deps)),
  createSweep('events', config.EVENT_SWEEP_EVERY_MS, log, () => sweepEvents(deps)),
]
await runService({
  service: 'payment',
  base,
  config,
  app,
  handlers: handlers(endedSessions, customerData),
  tasks: [relay, customerData, inbox, ...sweeps, audit, endedSessions],
  prepare: () => openEventCursor(cursors),
})
