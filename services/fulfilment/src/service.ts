import {
  createShopCopy,
  createSweep,
  defineService,
  forgetting,
  shopRefreshEveryMs,
} from '@prankpost/service-kit'
import { configSchema } from './config.ts'
import { personalData } from './customer-data.ts'
import type { Deps } from './deps.ts'
import { createPreferencesModel } from './draw-preferences.model.ts'
import { createDrawSeedModel } from './draw-seed.model.ts'
import { createDrawSeeds } from './draw-seeds.ts'
import { handlers } from './events.ts'
import { forgetAddresses } from './forget-addresses.ts'
import { showParcels } from './metrics.ts'
import { internalRoutes, routes } from './routes.ts'
import { createShipmentModel } from './shipment.model.ts'
import { keepQueue } from './shipment-outbox.ts'
import { backfillQueue } from './use-cases/backfill-queue.ts'
import {
  disputeKinds,
  findMissingDisputes,
  findMissingMonths,
  findMissingOrders,
  findMissingReports,
  orderKinds,
  planKinds,
  reportKinds,
} from './use-cases/find-missing.ts'

/** An earlier version that runs next to this one leaves shipments without rows for at most this long. */
const backfillEveryMs = 30_000

export const service = defineService({
  name: 'fulfilment',
  config: configSchema,
  models: {
    shipments: createShipmentModel,
    preferences: createPreferencesModel,
    drawSeeds: createDrawSeedModel,
  },
  deps: ({
    models: { shipments, preferences, drawSeeds },
    config,
    connection,
    outboxOf,
    clientOf,
    log,
    now,
  }): Deps => ({
    shipments,
    preferences,
    seedModel: drawSeeds,
    seeds: createDrawSeeds(drawSeeds, now),
    outbox: keepQueue(outboxOf(shipments)),
    shop: createShopCopy(connection),
    label: { sender: config.LABEL_SENDER, returnAddress: config.LABEL_RETURN_ADDRESS },
    contact: clientOf('contact'),
    catalog: clientOf('catalog'),
    consent: clientOf('consent'),
    order: clientOf('order'),
    recipientPage: (reference) => `${config.PUBLIC_URL}/r/${reference}`,
    now,
    log,
  }),
  routes,
  internalRoutes,
  events: handlers,
  customerData: personalData,
  tasks: (deps, { config, clientOf, reconciliation, log }) => [
    createSweep(
      'addresses to forget',
      config.FORGET_SWEEP_EVERY_MS,
      log,
      forgetting({
        model: deps.shipments,
        outbox: deps.outbox,
        days: config.FORGET_AFTER_DAYS,
        forget: forgetAddresses,
      }),
    ),
    createSweep('settings of the shop', shopRefreshEveryMs, log, () => deps.shop.refresh(deps.catalog)),
    createSweep('seeds of draws', shopRefreshEveryMs, log, () => deps.seeds.commit()),
    // Shipments of earlier versions that are not in the queue yet.
    { start: () => void backfillQueue(deps), stop: async () => undefined },
    createSweep('rows of the queue', backfillEveryMs, log, async () => {
      await backfillQueue(deps)
      return false
    }),
    reconciliation({
      name: 'paid orders',
      kinds: orderKinds,
      source: clientOf('order'),
      path: '/internal/recent-events',
      compare: (reported, repair) => findMissingOrders(reported, repair, deps),
    }),
    reconciliation({
      name: 'parcels of plans',
      kinds: reportKinds,
      source: deps.order,
      path: '/internal/recent-events?kind=plan',
      compare: (reported, repair) => findMissingReports(reported, repair, deps),
    }),
    reconciliation({
      name: 'months of plans',
      kinds: planKinds,
      source: clientOf('subscription'),
      path: '/internal/recent-events',
      compare: (reported, repair) => findMissingMonths(reported, repair, deps),
    }),
    ...(['order', 'plan'] as const).map((kind) =>
      reconciliation({
        name: `disputes of ${kind}s`,
        kinds: disputeKinds,
        source: clientOf('payment'),
        path: `/internal/recent-events?kind=${kind}`,
        compare: (reported, repair) => findMissingDisputes(reported, repair, deps),
      }),
    ),
  ],
  async prepare(deps) {
    // Before the first draw, and then by the sweep.
    await deps.seeds.commit()
  },
  metrics: showParcels,
})
