import { defineService } from '@prankpost/service-kit'
import { configSchema } from './config.ts'
import { personalData } from './customer-data.ts'
import type { Deps } from './deps.ts'
import { handlers } from './events.ts'
import { createProgressModel } from './progress.model.ts'
import { createRecorder } from './record-things.ts'
import { routes } from './routes.ts'

export const service = defineService({
  name: 'achievement',
  config: configSchema,
  models: { progress: createProgressModel },
  deps: ({ models: { progress }, log }): Deps => ({ progress, record: createRecorder(progress), log }),
  routes,
  events: handlers,
  customerData: personalData,
})
