import { createSweep, defineService, dropFormerIndex } from '@prankpost/service-kit'
import { configSchema } from './config.ts'
import { personalData } from './customer-data.ts'
import type { Deps } from './deps.ts'
import { handlers } from './events.ts'
import { createLogModel } from './log.model.ts'
import { routes } from './routes.ts'
import { forgetRecipients } from './use-cases/forget-recipients.ts'

export const service = defineService({
  name: 'subscription-logs',
  config: configSchema,
  models: { logs: createLogModel },
  deps: ({ models: { logs }, log }): Deps => ({ logs, log }),
  routes,
  events: handlers,
  customerData: personalData,
  tasks: (deps, { config, log }) => [
    createSweep('recipients to forget', config.FORGET_SWEEP_EVERY_MS, log, () =>
      forgetRecipients({ days: config.FORGET_AFTER_DAYS, now: new Date() }, deps),
    ),
  ],
  async prepare({ logs }) {
    await dropFormerIndex(logs, 'searchTerms_1__id_-1')
    await dropFormerIndex(logs, 'subscriptionId_1')
  },
})
