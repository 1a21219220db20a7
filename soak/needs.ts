import { webhookEvents } from '../bench/proof/webhook-events.ts'

/**
 * The environment of a stack under soak. Limits are out of the way, since all customers come from one
 * address. What Stripe never told is looked for sooner than in the shop (after 20 s, and every 60 s), so that
 * a run does not wait for that: an open session is asked about after 5 s, 10 s, 20 s ..., lost events are
 * found within 15 s.
 */
export const soakEnvironment = {
  all: { LOG_LEVEL: 'warn' },
  gateway: { RATE_LIMIT_CALLS: '1000000000' },
  auth: {
    REGISTRATION_LIMIT: '1000000',
    REGISTRATION_EMAIL_LIMIT: '1000000',
    LOGIN_FAILURE_LIMIT: '1000000',
    LOGIN_LIMIT: '1000000',
    HASH_WAITING_LIMIT: '1000',
    HASH_QUEUE_MS: '60000',
  },
  order: { UNPAID_ORDER_LIMIT: '1000000' },
  payment: {
    SESSION_SWEEP_AFTER_MS: '5000',
    SESSION_SWEEP_READS_PER_SECOND: '100',
    EVENT_SWEEP_EVERY_MS: '10000',
    OPEN_SESSION_LIMIT: '1000000',
  },
  sandbox: { WEBHOOK_EVENTS: webhookEvents.join(',') },
}
