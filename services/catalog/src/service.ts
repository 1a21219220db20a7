import { createSweep, defineService, dropFormerIndex } from '@prankpost/service-kit'
import { configSchema } from './config.ts'
import type { Deps } from './deps.ts'
import { createPictureStore } from './picture-store.ts'
import { createPrankModel } from './prank.model.ts'
import { internalRoutes, routes } from './routes.ts'
import { seedEdition, seedPranks } from './seed.ts'
import { removeUnusedPictures } from './use-cases/remove-unused-pictures.ts'
import { seedCatalog } from './use-cases/seed-catalog.ts'

const pictureSweepEveryMs = 3_600_000

export const service = defineService({
  name: 'catalog',
  config: configSchema,
  models: { pranks: createPrankModel },
  deps: ({ models: { pranks }, connection, outboxOf }): Deps => ({
    pranks,
    outbox: outboxOf(pranks),
    pictures: createPictureStore(connection),
  }),
  routes,
  internalRoutes,
  events: () => ({}),
  tasks: (deps, { log }) => [
    createSweep('unused pictures', pictureSweepEveryMs, log, () => removeUnusedPictures(deps)),
  ],
  async prepare(deps) {
    await dropFormerIndex(deps.pranks, 'onSale_1_position_1')
    await seedCatalog({ pranks: seedPranks, edition: seedEdition }, deps)
  },
})
