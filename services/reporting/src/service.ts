import { createMemoryLimit, createSweep, defineService } from '@prankpost/service-kit'
import { configSchema } from './config.ts'
import { createDayModel } from './day.model.ts'
import type { Deps } from './deps.ts'
import { handlers } from './events.ts'
import { createFunnelModel } from './funnel.model.ts'
import { createKnownPranks } from './known-pranks.ts'
import { createPlanModel } from './plan.model.ts'
import { createPurchaseModel } from './purchase.model.ts'
import { routes } from './routes.ts'
import { forgetFunnel } from './use-cases/forget-funnel.ts'
import { refreshStaleDays } from './use-cases/refresh-days.ts'

const hourMs = 3_600_000

export const service = defineService({
  name: 'reporting',
  config: configSchema,
  models: {
    purchases: createPurchaseModel,
    plans: createPlanModel,
    days: createDayModel,
    funnel: createFunnelModel,
  },
  deps: ({ models, config, clientOf, now, log }): Deps => ({
    ...models,
    funnelCalls: createMemoryLimit(config.FUNNEL_LIMIT, 10),
    knownPranks: createKnownPranks(clientOf('catalog'), log),
    now,
  }),
  routes,
  events: handlers,
  tasks: (deps, { config, log }) => [
    // The more purchases a day has, the longer its computation takes: then it is made less often.
    createSweep('figures of changed days', config.REPORT_REFRESH_MS, log, () => refreshStaleDays(deps), {
      maxShare: 0.05,
    }),
    createSweep('old counts of the funnel', hourMs, log, () => forgetFunnel(deps)),
  ],
})
