import { createSweep, defineService, dropFormerIndex } from '@prankpost/service-kit'
import { configSchema } from './config.ts'
import { personalData } from './customer-data.ts'
import type { Deps } from './deps.ts'
import { handlers } from './events.ts'
import { showPlans } from './metrics.ts'
import { createPlanModel } from './plan.model.ts'
import { internalRoutes, routes } from './routes.ts'
import { announceRenewal, backfillNextCharge } from './use-cases/announce-renewal.ts'
import { findMissingPlans, missingKinds } from './use-cases/find-missing.ts'

export const service = defineService({
  name: 'subscription',
  config: configSchema,
  models: { plans: createPlanModel },
  deps: ({ models: { plans }, outboxOf, clientOf, log }): Deps => ({
    plans,
    outbox: outboxOf(plans),
    // Payment waits for Stripe in the same call.
    payment: clientOf('payment', { timeoutMs: 25_000 }),
    catalog: clientOf('catalog'),
    order: clientOf('order'),
    log,
  }),
  routes,
  internalRoutes,
  events: handlers,
  customerData: personalData,
  tasks: (deps, { config, reconciliation, log }) => [
    createSweep('renewals', config.RENEWAL_SWEEP_EVERY_MS, log, () => announceRenewal(deps)),
    reconciliation({
      name: 'payments of plans',
      kinds: missingKinds,
      source: deps.payment,
      path: '/internal/recent-events?kind=plan',
      compare: (reported, repair) => findMissingPlans(reported, repair, deps),
    }),
  ],
  async prepare(deps) {
    await dropFormerIndex(deps.plans, 'startedAt_1')
    await dropFormerIndex(deps.plans, 'cancelledAt_1')
    await backfillNextCharge(deps)
  },
  metrics: showPlans,
})
