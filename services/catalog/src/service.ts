import { defineService } from '@prankpost/service-kit'
import { configSchema } from './config.ts'
import type { Deps } from './deps.ts'
import { createPrankModel } from './prank.model.ts'
import { internalRoutes, routes } from './routes.ts'
import { seedEdition, seedPranks } from './seed.ts'
import { seedCatalog } from './use-cases/seed-catalog.ts'

export const service = defineService({
  name: 'catalog',
  config: configSchema,
  models: { pranks: createPrankModel },
  deps: ({ models: { pranks }, outboxOf }): Deps => ({ pranks, outbox: outboxOf(pranks) }),
  routes,
  internalRoutes,
  events: () => ({}),
  prepare: (deps) => seedCatalog({ pranks: seedPranks, edition: seedEdition }, deps),
})
