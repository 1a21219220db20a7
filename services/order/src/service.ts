import { orderLinkDays } from '@prankpost/contracts'
import {
  createShopCopy,
  createSignedLinks,
  createSweep,
  createTextVersions,
  defineService,
  dropFormerIndex,
  forgetting,
  shopRefreshEveryMs,
} from '@prankpost/service-kit'
import { configSchema } from './config.ts'
import { personalData } from './customer-data.ts'
import type { Deps } from './deps.ts'
import { handlers } from './events.ts'
import { forgetAddresses } from './forget-addresses.ts'
import { createGuessDigest } from './guess-digest.ts'
import { showOrders } from './metrics.ts'
import { createOrderModel } from './order.model.ts'
import { createPriceModel } from './price.model.ts'
import { internalRoutes, routes } from './routes.ts'
import { addAllDigests, markWithoutDigests } from './use-cases/add-digests.ts'
import { backfillUnpaid } from './use-cases/backfill-unpaid.ts'
import { expireUnpaidOrder } from './use-cases/expire-unpaid-order.ts'
import {
  findMissingMonths,
  findMissingPayments,
  findMissingRefunds,
  moneyKinds,
  monthKinds,
  paymentKinds,
} from './use-cases/find-missing.ts'
import { loadPrices } from './use-cases/load-prices.ts'
import { retryPendingRefund } from './use-cases/retry-pending-refund.ts'

export const service = defineService({
  name: 'order',
  config: configSchema,
  models: { orders: createOrderModel, prices: createPriceModel },
  deps: ({ models: { orders, prices }, config, connection, outboxOf, clientOf, now, log }): Deps => ({
    orders,
    prices,
    outbox: outboxOf(orders),
    shop: createShopCopy(connection),
    texts: createTextVersions(connection),
    auth: clientOf('auth'),
    contact: clientOf('contact'),
    catalog: clientOf('catalog'),
    consent: clientOf('consent'),
    // Payment waits for Stripe in the same call.
    payment: clientOf('payment', { timeoutMs: 25_000 }),
    shipFromZip: config.SHIP_FROM_ZIP,
    forgetAfterDays: config.FORGET_AFTER_DAYS,
    unpaidOrderLimit: config.UNPAID_ORDER_LIMIT,
    unpaidSweepEveryMs: config.UNPAID_SWEEP_EVERY_MS,
    links: createSignedLinks({
      purpose: 'order-link',
      service: 'order',
      page: `${config.PUBLIC_URL}/order-status`,
      days: orderLinkDays,
      privateKey: config.SERVICE_PRIVATE_KEY,
      publicKeys: config.SERVICE_PUBLIC_KEYS,
    }),
    guessDigest: createGuessDigest(config.SERVICE_PRIVATE_KEY),
    publicUrl: config.PUBLIC_URL,
    now,
    log,
  }),
  routes,
  internalRoutes,
  events: handlers,
  customerData: personalData,
  tasks: (deps, { config, clientOf, reconciliation, log }) => [
    reconciliation({
      name: 'payments of orders',
      kinds: paymentKinds,
      source: deps.payment,
      path: '/internal/recent-events?kind=order',
      compare: (reported, repair) => findMissingPayments(reported, repair, deps),
    }),
    reconciliation({
      name: 'refunds and disputes of plans',
      kinds: moneyKinds,
      source: deps.payment,
      path: '/internal/recent-events?kind=plan',
      compare: (reported, repair) => findMissingRefunds(reported, repair, deps),
    }),
    reconciliation({
      name: 'months of plans',
      kinds: monthKinds,
      source: clientOf('subscription'),
      path: '/internal/recent-events',
      compare: (reported, repair) => findMissingMonths(reported, repair, deps),
    }),
    createSweep('unpaid orders', config.UNPAID_SWEEP_EVERY_MS, log, () => expireUnpaidOrder(deps)),
    createSweep('orders without digests', config.UNPAID_SWEEP_EVERY_MS, log, async () => {
      await addAllDigests(deps)
      return false
    }),
    createSweep('settings of the shop', shopRefreshEveryMs, log, () => deps.shop.refresh(deps.catalog)),
    createSweep('versions of texts', shopRefreshEveryMs, log, () => deps.texts.refresh(deps.catalog)),
    createSweep(
      'addresses to forget',
      config.FORGET_SWEEP_EVERY_MS,
      log,
      forgetting({
        model: deps.orders,
        outbox: deps.outbox,
        days: config.FORGET_AFTER_DAYS,
        now: deps.now,
        forget: forgetAddresses,
      }),
    ),
    createSweep('pending refunds', config.UNPAID_SWEEP_EVERY_MS, log, () => retryPendingRefund(deps)),
    // Runs in the background until catalog has answered.
    { start: () => void loadPrices(deps), stop: async () => undefined },
    { start: () => void markWithoutDigests(deps).catch(() => undefined), stop: async () => undefined },
  ],
  async prepare(deps) {
    await dropFormerIndex(deps.orders, 'paidAt_1_status_1_totalCents_1')
    await dropFormerIndex(deps.orders, 'ownerId_1_type_1')
    await backfillUnpaid(deps)
  },
  metrics: showOrders,
})
