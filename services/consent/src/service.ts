import {
  createLimitStore,
  createShopCopy,
  createSweep,
  defineService,
  shopRefreshEveryMs,
} from '@prankpost/service-kit'
import { createDigests } from './address-digest.ts'
import { createCaps } from './caps.ts'
import { createCaseModel } from './case.model.ts'
import { checkKey } from './check-key.ts'
import { configSchema } from './config.ts'
import type { Deps } from './deps.ts'
import { handlers } from './events.ts'
import { createKeyCheckModel } from './key-check.model.ts'
import { createListingModel } from './listing.model.ts'
import { createParcelModel } from './parcel.model.ts'
import { createRequestModel } from './request.model.ts'
import { internalRoutes, routes } from './routes.ts'

export const service = defineService({
  name: 'consent',
  config: configSchema,
  models: {
    listings: createListingModel,
    requests: createRequestModel,
    parcels: createParcelModel,
    cases: createCaseModel,
    keyChecks: createKeyCheckModel,
  },
  deps({ models, connection, outboxOf, config, clientOf, now, log }): Deps {
    const limits = createLimitStore(connection)
    const shop = createShopCopy(connection)
    return {
      ...models,
      listingOutbox: outboxOf(models.listings),
      requestOutbox: outboxOf(models.requests),
      caseOutbox: outboxOf(models.cases),
      digests: createDigests(config.ADDRESS_KEY),
      shop,
      catalog: clientOf('catalog'),
      fulfilment: clientOf('fulfilment'),
      order: clientOf('order'),
      auth: clientOf('auth'),
      log,
      limits,
      requestsOfAddress: limits.limit('do-not-prank', config.DO_NOT_PRANK_LIMIT, 10),
      mailsOfEmail: limits.limit('do-not-prank-email', config.DO_NOT_PRANK_EMAIL_LIMIT, 10),
      codesOfAddress: limits.limit('do-not-prank-code', config.DO_NOT_PRANK_LIMIT, 10),
      reportsOfAddress: limits.limit('report', config.DO_NOT_PRANK_LIMIT, 10),
      refusedTargets: limits.limit('refused-target', config.REFUSED_TARGET_LIMIT, 60),
      caps: createCaps(config, shop),
      now,
    }
  },
  routes,
  internalRoutes,
  events: handlers,
  tasks: (deps, { log }) => [
    createSweep('settings of the shop', shopRefreshEveryMs, log, () => deps.shop.refresh(deps.catalog)),
  ],
  prepare: (deps) => Promise.all([deps.limits.prepare(), checkKey(deps)]),
})
