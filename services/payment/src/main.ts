import { createOutbox, createRelay } from '@prankpost/messaging'
import { connectService, createSweep, loadConfig, runService } from '@prankpost/service-kit'
import { createApp } from './app.ts'
import { configSchema } from './config.ts'
import type { Deps } from './deps.ts'
import { createEventCursorModel, openEventCursor } from './event-cursor.model.ts'
import { createPaymentModel } from './payment.model.ts'
import { createStripe } from './stripe-client.ts'
import { sweepEvents } from './use-cases/sweep-events.ts'
import { sweepSessions } from './use-cases/sweep-sessions.ts'

const config = loadConfig(configSchema)
const base = await connectService('payment', config)
const { connection, broker, log, isReady } = base

const payments = createPaymentModel(connection)
const cursors = createEventCursorModel(connection)
const relay = createRelay({
  service: 'payment',
  model: payments,
  broker,
  log,
  queuePrefix: config.QUEUE_PREFIX,
})
const deps: Deps = {
  payments,
  cursors,
  outbox: createOutbox(payments, relay.nudge),
  stripe: createStripe(config.STRIPE_SECRET_KEY, config.STRIPE_API_BASE),
  webhookSecret: config.STRIPE_WEBHOOK_SECRET,
  publicUrl: config.PUBLIC_URL,
  sweepAfterMs: config.SESSION_SWEEP_AFTER_MS,
  eventSweepEveryMs: config.EVENT_SWEEP_EVERY_MS,
  log,
}
const app = createApp(deps, {
  sessionPublicKey: config.SESSION_PUBLIC_KEY,
  serviceTokenSecret: config.SERVICE_TOKEN_SECRET,
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
  tasks: [relay, ...sweeps],
  prepare: () => openEventCursor(cursors),
})
