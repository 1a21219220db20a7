import { Counter, Gauge } from '@prankpost/service-kit'
import type { Inbox } from './inbox.ts'

/** Events that the sweep read from Stripe's list: known already, missed by every webhook, or not to be recorded. */
export const sweptEventsTotal = new Counter({
  name: 'stripe_events_swept_total',
  help: "Events read from Stripe's list, by outcome: known, missed (no webhook told of them), failed",
  labelNames: ['outcome'],
})

for (const outcome of ['missed', 'failed']) sweptEventsTotal.inc({ outcome }, 0)

/** Webhooks by what became of them. */
export const webhooksTotal = new Counter({
  name: 'webhooks_total',
  help: "Stripe's webhooks, by outcome: stored, copy (known already), done, failed (tried again later)",
  labelNames: ['outcome'],
})

let inbox: Pick<Inbox, 'backlog'> | null = null

/** Has an inbox asked at each scrape for what waits in it. */
export function measureInbox(measured: Pick<Inbox, 'backlog'>): void {
  inbox = measured
}

// Without the database nothing is known, and the other figures must show all the same.
const askInbox = async () =>
  (await inbox?.backlog().catch(() => null)) ?? { events: Number.NaN, oldestSeconds: Number.NaN }

new Gauge({
  name: 'webhook_inbox_events',
  help: 'Webhooks that are stored and not recorded yet (counted up to 10000)',
  async collect() {
    this.set((await askInbox()).events)
  },
})

new Gauge({
  name: 'webhook_inbox_oldest_seconds',
  help: 'Age of the oldest webhook that is not recorded yet',
  async collect() {
    this.set((await askInbox()).oldestSeconds)
  },
})
