import { createSweep, defineService, dropFormerIndex } from '@prankpost/service-kit'
import { configSchema } from './config.ts'
import type { Deps } from './deps.ts'
import { handlers } from './events.ts'
import { createPictureStore } from './picture-store.ts'
import { createPrankModel } from './prank.model.ts'
import { internalRoutes, routes } from './routes.ts'
import { seedEdition, seedPranks } from './seed.ts'
import { endReservations } from './use-cases/end-reservations.ts'
import { removeUnusedPictures } from './use-cases/remove-unused-pictures.ts'
import { seedCatalog } from './use-cases/seed-catalog.ts'

const pictureSweepEveryMs = 3_600_000
const reservationSweepEveryMs = 60_000

export const service = defineService({
  name: 'catalog',
  config: configSchema,
  models: { pranks: createPrankModel },
  deps: ({ models: { pranks }, config, connection, outboxOf, now }): Deps => ({
    pranks,
    outbox: outboxOf(pranks),
    pictures: createPictureStore(connection),
    lowStockLevel: config.LOW_STOCK_LEVEL,
    now,
  }),
  routes,
  internalRoutes,
  events: handlers,
  tasks: (deps, { log }) => [
    createSweep('unused pictures', pictureSweepEveryMs, log, () => removeUnusedPictures(deps)),
    createSweep('ended reservations', reservationSweepEveryMs, log, () => endReservations(deps)),
  ],
  async prepare(deps) {
    await dropFormerIndex(deps.pranks, 'onSale_1_position_1')
    await seedCatalog({ pranks: seedPranks, edition: seedEdition }, deps)
  },
})
