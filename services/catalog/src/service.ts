import { createLimitStore, createSweep, defineService, dropFormerIndex } from '@prankpost/service-kit'
import { configSchema } from './config.ts'
import type { Deps } from './deps.ts'
import { createDiscountModel, createDiscountUseModel } from './discount.model.ts'
import { handlers } from './events.ts'
import { createPictureStore } from './picture-store.ts'
import { createPrankModel } from './prank.model.ts'
import { internalRoutes, routes } from './routes.ts'
import { seedEdition, seedPranks } from './seed.ts'
import { seedDiscount } from './use-cases/add-discount.ts'
import { endReservations } from './use-cases/end-reservations.ts'
import { endHeldUse } from './use-cases/follow-discounts.ts'
import { removeUnusedPictures } from './use-cases/remove-unused-pictures.ts'
import { seedCatalog } from './use-cases/seed-catalog.ts'

const pictureSweepEveryMs = 3_600_000
const reservationSweepEveryMs = 60_000

export const service = defineService({
  name: 'catalog',
  config: configSchema,
  models: { pranks: createPrankModel, discounts: createDiscountModel, discountUses: createDiscountUseModel },
  deps({ models: { pranks, discounts, discountUses }, config, connection, outboxOf, now }): Deps {
    const limits = createLimitStore(connection)
    return {
      pranks,
      discounts,
      discountUses,
      outbox: outboxOf(pranks),
      limits,
      failedCodes: limits.limit('discount-check', config.DISCOUNT_CHECK_LIMIT, 10),
      pictures: createPictureStore(connection),
      lowStockLevel: config.LOW_STOCK_LEVEL,
      now,
    }
  },
  routes,
  internalRoutes,
  events: handlers,
  tasks: (deps, { log }) => [
    createSweep('unused pictures', pictureSweepEveryMs, log, () => removeUnusedPictures(deps)),
    createSweep('ended reservations', reservationSweepEveryMs, log, () => endReservations(deps)),
    createSweep('ended uses of discount codes', reservationSweepEveryMs, log, () => endHeldUse(deps)),
  ],
  async prepare(deps) {
    await deps.limits.prepare()
    await dropFormerIndex(deps.pranks, 'onSale_1_position_1')
    await seedCatalog({ pranks: seedPranks, edition: seedEdition }, deps)
    await seedDiscount(deps)
  },
})
