import { Counter, Histogram, showState } from '@prankpost/service-kit'
import type { Inbox } from './inbox.ts'

/** Events that the sweep read from Stripe's list: already known, missed by the webhooks, or failed to be recorded. */
export const sweptEventsTotal = new Counter({
  name: 'stripe_events_swept_total',
  help: "Events read from Stripe's list, by outcome: known, missed (no webhook reported them), failed",
  labelNames: ['outcome'],
})

for (const outcome of ['missed', 'failed']) sweptEventsTotal.inc({ outcome }, 0)

/** Webhooks, by outcome. */
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

/** Calls that, after retries, got no answer from Stripe, or only a server error or a rate limit. */
export const stripeUnavailableTotal = new Counter({
  name: 'stripe_unavailable_total',
  help: 'Calls to Stripe that ended, after retries, without an answer of use',
})

/** Payments received, counted by the process that recorded them: current revenue, not accounting. */
export const takenCentsTotal = new Counter({
  name: 'shop_taken_cents_total',
  help: 'US cents taken, by kind: order, plan (first month), renewal',
  labelNames: ['kind'],
})
for (const kind of ['order', 'plan', 'renewal']) takenCentsTotal.inc({ kind }, 0)

/** Reports of payments for an unknown order or plan. Each report counts, so one payment may be counted several times. */
export const unknownPaymentsTotal = new Counter({
  name: 'stripe_unknown_payments_total',
  help: 'Sessions that Stripe says are paid, of an order or a plan that is not known here',
})

/** Refunded second payments of the same order or plan. */
export const refundsTotal = new Counter({
  name: 'shop_refunds_total',
  help: 'Second payments of one order or plan that were given back',
})

/** Refunds of orders and months, once for each status that was recorded. */
export const refundChangesTotal = new Counter({
  name: 'shop_refund_changes_total',
  help: 'Refunds of orders and months, by outcome: pending, succeeded, failed (a task for the operator)',
  labelNames: ['outcome'],
})
for (const outcome of ['pending', 'succeeded', 'failed']) refundChangesTotal.inc({ outcome }, 0)

/** Disputes, once for each status that was recorded. */
export const disputesTotal = new Counter({
  name: 'shop_disputes_total',
  help: 'Disputes about payments, by status: open, won, lost',
  labelNames: ['status'],
})
for (const status of ['open', 'won', 'lost']) disputesTotal.inc({ status }, 0)

/** Exposes the webhooks that are stored and not recorded yet. */
export const showInbox = (inbox: Pick<Inbox, 'backlog'>) =>
  showState({
    gauges: {
      events: {
        name: 'webhook_inbox_events',
        help: 'Webhooks that are stored and not recorded yet (counted up to 10000)',
      },
      oldestSeconds: {
        name: 'webhook_inbox_oldest_seconds',
        help: 'Age of the oldest webhook that is not recorded yet',
      },
    },
    read: inbox.backlog,
  })
