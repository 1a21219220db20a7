import { existsSync } from 'node:fs'
import { webhookEvents } from '../proof/webhook-events.ts'

/** The services that a plan's months pass through. */
export const clockServices = [
  'auth',
  'contact',
  'catalog',
  'order',
  'payment',
  'subscription',
  'fulfilment',
  'achievement',
  'subscription-logs',
].filter((name) => existsSync(new URL(`../../services/${name}/src/main.ts`, import.meta.url)))

/** The environment of a stack that a clock runs on: nobody is held up, and lost webhooks are made good soon. */
export function clockEnvironment({ sweepEveryMs }: { sweepEveryMs: number }) {
  return {
    all: { LOG_LEVEL: 'warn' },
    gateway: { RATE_LIMIT_CALLS: '1000000000' },
    payment: { EVENT_SWEEP_EVERY_MS: String(sweepEveryMs) },
    sandbox: { WEBHOOK_EVENTS: webhookEvents.join(',') },
  }
}
