import { createSweep, defineService } from '@prankpost/service-kit'
import { configSchema } from './config.ts'
import { createDayModel } from './day.model.ts'
import type { Deps } from './deps.ts'
import { handlers } from './events.ts'
import { createPlanModel } from './plan.model.ts'
import { createPurchaseModel } from './purchase.model.ts'
import { routes } from './routes.ts'
import { refreshStaleDays } from './use-cases/refresh-days.ts'

export const service = defineService({
  name: 'reporting',
  config: configSchema,
  models: { purchases: createPurchaseModel, plans: createPlanModel, days: createDayModel },
  deps: ({ models }): Deps => models,
  routes,
  events: handlers,
  tasks: (deps, { config, log }) => [
    // The more purchases a day has, the longer its computation takes: then it is made less often.
    createSweep('figures of changed days', config.REPORT_REFRESH_MS, log, () => refreshStaleDays(deps), {
      maxShare: 0.05,
    }),
  ],
})
