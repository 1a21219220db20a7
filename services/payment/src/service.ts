import { createKeyedMutex, createSweep, defineService, nameRoute } from '@prankpost/service-kit'
import { configSchema } from './config.ts'
import { createCustomerModel } from './customer.model.ts'
import { personalData } from './customer-data.ts'
import type { Deps } from './deps.ts'
import { createEventCursorModel, openEventCursor } from './event-cursor.model.ts'
import { handlers } from './events.ts'
import { createStripeEventModel } from './inbox.model.ts'
import { createInbox } from './inbox.ts'
import { showInbox } from './metrics.ts'
import { createPaymentModel } from './payment.model.ts'
import { internalRoutes, routes } from './routes.ts'
import { requireSignature } from './signature-header.ts'
import { createStripe, isLiveKey } from './stripe-client.ts'
import { recordEvent } from './use-cases/record-event.ts'
import { sweepEvents } from './use-cases/sweep-events.ts'
import { sweepSessions } from './use-cases/sweep-sessions.ts'

const webhookPath = '/api/webhooks/stripe'

export const service = defineService({
  name: 'payment',
  config: configSchema,
  models: {
    payments: createPaymentModel,
    customers: createCustomerModel,
    cursors: createEventCursorModel,
    stripeEvents: createStripeEventModel,
  },
  deps({ models: { payments, customers, cursors, stripeEvents }, config, outboxOf, now, log }) {
    const deps: Deps = {
      payments,
      customers,
      cursors,
      outbox: outboxOf(payments),
      inbox: createInbox({ events: stripeEvents, record: (news) => recordEvent(news, deps), log, now }),
      stripe: createStripe(config.STRIPE_SECRET_KEY, config.STRIPE_API_BASE),
      webhookSecret: config.STRIPE_WEBHOOK_SECRET,
      livemode: isLiveKey(config.STRIPE_SECRET_KEY),
      publicUrl: config.PUBLIC_URL,
      sweepAfterMs: config.SESSION_SWEEP_AFTER_MS,
      sweepReadsPerSecond: config.SESSION_SWEEP_READS_PER_SECOND,
      eventSweepEveryMs: config.EVENT_SWEEP_EVERY_MS,
      openSessionLimit: config.OPEN_SESSION_LIMIT,
      serializeRefunds: createKeyedMutex(),
      log,
    }
    return deps
  },
  // A webhook without a signature is rejected before its body is read.
  beforeRoutes: (app) => app.post(webhookPath, nameRoute(webhookPath), requireSignature),
  routes,
  internalRoutes,
  events: handlers,
  customerData: personalData,
  tasks: (deps, { config, log }) => [
    deps.inbox,
    createSweep('sessions', Math.min(1_000, config.SESSION_SWEEP_AFTER_MS), log, async () => {
      await sweepSessions(deps)
      // Only one round per second, even if more is due, because of Stripe's rate limit.
      return false
    }),
    createSweep('events', config.EVENT_SWEEP_EVERY_MS, log, () => sweepEvents(deps)),
  ],
  prepare: ({ cursors }) => openEventCursor(cursors),
  metrics: ({ inbox }) => showInbox(inbox),
})
