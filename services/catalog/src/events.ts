import type { OwnHandlers } from '@prankpost/service-kit'
import type { Deps } from './deps.ts'
import { releaseStock, returnStock, sellStock } from './use-cases/follow-orders.ts'

/** The event handlers of catalog: they keep the stock. */
export const handlers = (deps: Deps): OwnHandlers<'catalog'> => ({
  'order-paid': ({ data }) => sellStock(data, deps),
  'payment-failed': ({ data }) => releaseStock(data, deps),
  'order-parcels-changed': ({ data }) => returnStock(data, deps),
  // An order of which nothing is sent any more is reported as cancelled.
  async 'order-status-changed'({ data: { orderId, current } }) {
    if (current !== undefined) await returnStock({ orderId, ...current }, deps)
  },
})
