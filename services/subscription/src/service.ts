import {
  createShopCopy,
  createSweep,
  createTextVersions,
  defineService,
  dropFormerIndex,
  shopRefreshEveryMs,
} from '@prankpost/service-kit'
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
  deps: ({ models: { plans }, connection, outboxOf, clientOf, now, log }): Deps => ({
    plans,
    outbox: outboxOf(plans),
    shop: createShopCopy(connection),
    texts: createTextVersions(connection),
    // Payment waits for Stripe in the same call.
    payment: clientOf('payment', { timeoutMs: 25_000 }),
    catalog: clientOf('catalog'),
    order: clientOf('order'),
    now,
    log,
  }),
  routes,
  internalRoutes,
  events: handlers,
  customerData: personalData,
  tasks: (deps, { config, reconciliation, log }) => [
    createSweep('renewals', config.RENEWAL_SWEEP_EVERY_MS, log, () => announceRenewal(deps)),
    createSweep('settings of the shop', shopRefreshEveryMs, log, () => deps.shop.refresh(deps.catalog)),
    createSweep('versions of texts', shopRefreshEveryMs, log, () => deps.texts.refresh(deps.catalog)),
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
