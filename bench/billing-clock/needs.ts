import { recordedTypes } from '../../services/payment/src/stripe-news.ts'

/** The services that process the months of a plan. */
export const clockServices = [
  ...['auth', 'contact', 'catalog', 'order', 'payment', 'subscription', 'fulfilment', 'achievement'],
  'subscription-logs',
  'reporting',
  'consent',
]

/** The environment of the clock's stack: without a rate limit, and with a sweep that finds lost webhooks quickly. */
export function clockEnvironment({ sweepEveryMs }: { sweepEveryMs: number }) {
  return {
    all: { LOG_LEVEL: 'warn' },
    payment: { EVENT_SWEEP_EVERY_MS: String(sweepEveryMs) },
    sandbox: { WEBHOOK_EVENTS: recordedTypes.join(',') },
  }
}
