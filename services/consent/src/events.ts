import type { OwnHandlers } from '@prankpost/service-kit'
import type { Deps } from './deps.ts'
import {
  checkSentAgain,
  countPaidParcels,
  countShippedParcel,
  followParcels,
  releaseUnpaid,
} from './use-cases/follow-orders.ts'

/** The event handlers of consent: they keep the counts of parcels. */
export const handlers = (deps: Deps): OwnHandlers<'consent'> => ({
  ...deps.shop.handlers,
  'order-paid': ({ data }) => countPaidParcels(data, deps),
  async 'payment-failed'({ data: { orderId, sessionId } }) {
    await releaseUnpaid({ purchaseId: orderId, sessionId }, deps)
  },
  'order-parcels-changed': ({ data }) => followParcels(data, deps),
  'parcel-sent-again': ({ data }) => checkSentAgain(data, deps),
  'prank-shipped': ({ data }) => countShippedParcel(data, deps),
  // An order of which nothing is sent any more is reported as cancelled.
  async 'order-status-changed'({ data: { orderId, ownerId, current } }) {
    if (current !== undefined) await followParcels({ orderId, ownerId, ...current }, deps)
  },
})
