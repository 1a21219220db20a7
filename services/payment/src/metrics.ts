import { Counter, Gauge, Histogram } from '@prankpost/service-kit'
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
  help: "Stripe's webhooks, by outcome: stored, copy (known already), other-mode (ignored), done, failed (tried again later)",
  labelNames: ['outcome'],
})

/** Stripe's answers, by operation and status. */
export const stripeSeconds = new Histogram({
  name: 'stripe_request_seconds',
  help: 'Time until Stripe answered, by operation and status',
  labelNames: ['operation', 'status'],
  buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
})

/** Calls that Stripe, after retries, did not answer, or only with a fault or a limit of its own. */
export const stripeAwayTotal = new Counter({
  name: 'stripe_away_total',
  help: 'Calls to Stripe that ended, after retries, without an answer of use',
})

/** Money that came in, counted by the process that recorded it: what the shop takes now, not its books. */
export const takenCentsTotal = new Counter({
  name: 'shop_taken_cents_total',
  help: 'US cents taken, by kind: order, plan (first month), renewal',
  labelNames: ['kind'],
})
for (const kind of ['order', 'plan', 'renewal']) takenCentsTotal.inc({ kind }, 0)

/** News of money for something that is not known here: the same may be counted again by each who tells of it. */
export const unknownPaymentsTotal = new Counter({
  name: 'stripe_unknown_payments_total',
  help: 'Sessions that Stripe says are paid, of an order or a plan that is not known here',
})

/** Second payments of one thing that went back. */
export const refundsTotal = new Counter({
  name: 'shop_refunds_total',
  help: 'Second payments of one order or plan that were given back',
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
