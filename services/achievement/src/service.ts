import { defineService } from '@prankpost/service-kit'
import { configSchema } from './config.ts'
import { personalData } from './customer-data.ts'
import type { Deps } from './deps.ts'
import { handlers } from './events.ts'
import { createProgressModel } from './progress.model.ts'
import { createRecorder } from './record-things.ts'
import { routes } from './routes.ts'
import { createTargetDigest } from './target-digest.ts'
import { replaceUnkeyed } from './use-cases/replace-unkeyed.ts'

export const service = defineService({
  name: 'achievement',
  config: configSchema,
  models: { progress: createProgressModel },
  deps: ({ models: { progress }, config, log }): Deps => ({
    progress,
    record: createRecorder(progress),
    targetDigest: createTargetDigest(config.SERVICE_PRIVATE_KEY),
    log,
  }),
  routes,
  events: handlers,
  customerData: personalData,
  tasks: (deps) => [
    { start: () => void replaceUnkeyed(deps).catch(() => undefined), stop: async () => undefined },
  ],
})
