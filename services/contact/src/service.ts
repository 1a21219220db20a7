import { createSweep, defineService } from '@prankpost/service-kit'
import { configSchema } from './config.ts'
import { createContactModel } from './contact.model.ts'
import { personalData } from './customer-data.ts'
import type { Deps } from './deps.ts'
import { internalRoutes, routes } from './routes.ts'
import { createTargetDigest } from './target-digest.ts'
import { sweepRemoved } from './use-cases/sweep-removed.ts'

export const service = defineService({
  name: 'contact',
  config: configSchema,
  models: { contacts: createContactModel },
  deps: ({ models: { contacts }, outboxOf, config }): Deps => ({
    contacts,
    outbox: outboxOf(contacts),
    targetDigest: createTargetDigest(config.SERVICE_PRIVATE_KEY),
  }),
  routes,
  internalRoutes,
  events: () => ({}),
  customerData: personalData,
  tasks: (deps, { log }) => [createSweep('removed contacts', 60_000, log, () => sweepRemoved(deps))],
})
