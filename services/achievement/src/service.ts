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
  // In the background, because it reads all targets. What a stop or an outage leaves, the next start completes.
  tasks: (deps, { log }) => [
    {
      start: () =>
        void replaceUnkeyed(deps).catch((error) => log.warn({ err: error }, 'unkeyed digests are left')),
      stop: async () => undefined,
    },
  ],
})
