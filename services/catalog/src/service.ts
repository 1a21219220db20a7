import type { ShopDefaults } from '@prankpost/contracts'
import { createLimitStore, createSweep, defineService, dropFormerIndex } from '@prankpost/service-kit'
import { type CatalogConfig, configSchema } from './config.ts'
import type { Deps } from './deps.ts'
import { createDiscountModel, createDiscountUseModel } from './discount.model.ts'
import { handlers } from './events.ts'
import { createPictureStore } from './picture-store.ts'
import { createPrankModel } from './prank.model.ts'
import { internalRoutes, routes } from './routes.ts'
import { seedEdition, seedPranks } from './seed.ts'
import { createShopModel } from './shop.model.ts'
import { createTextModel } from './text.model.ts'
import { seedDiscount } from './use-cases/add-discount.ts'
import { assignSlugs } from './use-cases/assign-slugs.ts'
import { seedShop } from './use-cases/change-settings.ts'
import { endReservations } from './use-cases/end-reservations.ts'
import { endHeldUse } from './use-cases/follow-discounts.ts'
import { removeUnusedPictures } from './use-cases/remove-unused-pictures.ts'
import { seedCatalog } from './use-cases/seed-catalog.ts'
import { seedTexts } from './use-cases/seed-texts.ts'

const pictureSweepEveryMs = 3_600_000
const reservationSweepEveryMs = 60_000

export const service = defineService({
  name: 'catalog',
  config: configSchema,
  models: {
    pranks: createPrankModel,
    discounts: createDiscountModel,
    discountUses: createDiscountUseModel,
    shops: createShopModel,
    texts: createTextModel,
  },
  deps({ models: { pranks, shops, texts, ...models }, config, connection, outboxOf, now }): Deps {
    const limits = createLimitStore(connection)
    return {
      pranks,
      ...models,
      outbox: outboxOf(pranks),
      limits,
      failedCodes: limits.limit('discount-check', config.DISCOUNT_CHECK_LIMIT, 10),
      pictures: createPictureStore(connection),
      shops,
      shopOutbox: outboxOf(shops),
      shopDefaults: defaultsOf(config),
      texts,
      textOutbox: outboxOf(texts),
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
    await assignSlugs(deps)
    await seedDiscount(deps)
    await seedShop(deps)
    await seedTexts(deps)
  },
})

const defaultsOf = (config: CatalogConfig): ShopDefaults => ({
  sender: config.LABEL_SENDER,
  returnAddress: config.LABEL_RETURN_ADDRESS.split('|')
    .map((line) => line.trim())
    .join('\n'),
  lowStockLevel: config.LOW_STOCK_LEVEL,
  addressCap: config.ADDRESS_CAP,
  addressSenderCap: config.ADDRESS_SENDER_CAP,
})
