import { defineService, dropFormerIndex } from '@prankpost/service-kit'
import { configSchema } from './config.ts'
import { personalData } from './customer-data.ts'
import type { Deps } from './deps.ts'
import { handlers } from './events.ts'
import { createLogModel } from './log.model.ts'
import { routes } from './routes.ts'

export const service = defineService({
  name: 'subscription-logs',
  config: configSchema,
  models: { logs: createLogModel },
  deps: ({ models: { logs }, log }): Deps => ({ logs, log }),
  routes,
  events: handlers,
  customerData: personalData,
  prepare: ({ logs }) => dropFormerIndex(logs, 'searchTerms_1__id_-1'),
})
