import { Counter } from '@prankpost/service-kit'

/** Events that the sweep read from Stripe's list: known already, missed by every webhook, or not to be recorded. */
export const sweptEventsTotal = new Counter({
  name: 'stripe_events_swept_total',
  help: "Events read from Stripe's list, by outcome: known, missed (no webhook told of them), failed",
  labelNames: ['outcome'],
})
