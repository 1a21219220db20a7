import type { OwnHandlers } from '@prankpost/service-kit'
import type { Deps } from './deps.ts'
import { countUse, releaseUse } from './use-cases/follow-discounts.ts'
import { releaseStock, returnStock, sellStock } from './use-cases/follow-orders.ts'

/** The event handlers of catalog: they keep the stock and the uses of discount codes. A redelivery repeats both. */
export const handlers = (deps: Deps): OwnHandlers<'catalog'> => ({
  async 'order-paid'({ data }) {
    await countUse(data, deps)
    await sellStock(data, deps)
  },
  async 'payment-failed'({ data }) {
    await releaseUse(data, deps)
    await releaseStock(data, deps)
  },
  'subscription-created': ({ data }) => countUse({ ...data, orderId: data.subscriptionId }, deps),
  'order-parcels-changed': ({ data }) => returnStock(data, deps),
  // An order of which nothing is sent any more is reported as cancelled.
  async 'order-status-changed'({ data: { orderId, current } }) {
    if (current !== undefined) await returnStock({ orderId, ...current }, deps)
  },
})
