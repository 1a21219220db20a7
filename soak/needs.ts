import { recordedTypes } from '../services/payment/src/stripe-news.ts'

/**
 * The environment of a stack under soak. The limits are high, because all customers have one address. The sweeps run
 * sooner than in the shop (there: after 20 s, and every 60 s), so that a run does not wait for them: payment reads an
 * open session after 5 s, 10 s, 20 s ..., and finds lost events within 15 s.
 */
export const soakEnvironment = {
  all: { LOG_LEVEL: 'warn' },
  auth: {
    REGISTRATION_LIMIT: '1000000',
    REGISTRATION_EMAIL_LIMIT: '1000000',
    LOGIN_FAILURE_LIMIT: '1000000',
    LOGIN_LIMIT: '1000000',
    HASH_WAITING_LIMIT: '1000',
    HASH_QUEUE_MS: '60000',
  },
  order: { UNPAID_ORDER_LIMIT: '1000000' },
  consent: { ADDRESS_CAP: '1000000', ADDRESS_SENDER_CAP: '1000000' },
  payment: {
    SESSION_SWEEP_AFTER_MS: '5000',
    SESSION_SWEEP_READS_PER_SECOND: '100',
    EVENT_SWEEP_EVERY_MS: '10000',
    OPEN_SESSION_LIMIT: '1000000',
  },
  sandbox: { WEBHOOK_EVENTS: recordedTypes.join(',') },
}
