import type { OwnHandlers } from '@prankpost/service-kit'
import type { Deps } from './deps.ts'
import { adoptOrder } from './use-cases/adopt-order.ts'
import { changeOrderParcels } from './use-cases/change-order-parcels.ts'
import { followDispute } from './use-cases/follow-dispute.ts'
import { followOrderStatus } from './use-cases/follow-order-status.ts'
import { deliveryOf, noteDelivery } from './use-cases/note-delivery.ts'
import { noteSentAgain } from './use-cases/note-sent-again.ts'
import { noteTracking } from './use-cases/note-tracking.ts'
import { openMonthShipment } from './use-cases/open-month-shipment.ts'
import { openOrderShipment } from './use-cases/open-order-shipment.ts'
import { redrawBlocked } from './use-cases/redraw-blocked.ts'
import { withdrawAgain } from './use-cases/withdraw-again.ts'
import { withdrawPlan } from './use-cases/withdraw-plan.ts'

/** The message map of fulfilment. */
export const handlers = (deps: Deps): OwnHandlers<'fulfilment'> => ({
  ...deps.shop.handlers,
  'order-paid': ({ data }) => openOrderShipment(data, deps),
  'order-recovered': ({ data }) => adoptOrder(data, deps),
  'order-status-changed': ({ data }) => followOrderStatus(data, deps),
  'order-parcels-changed': ({ data }) => changeOrderParcels(data, deps),
  'parcel-delivered': ({ data, time }) => noteDelivery(deliveryOf(data, time), deps),
  'parcel-sent-again': ({ data }) => noteSentAgain(data, deps),
  'parcel-tracking-changed': ({ data }) => noteTracking(data, deps),
  async 'address-blocked'({ data }) {
    await withdrawAgain(data, deps)
    await redrawBlocked(data, deps)
  },
  'address-reported': ({ data }) => redrawBlocked(data, deps),
  'dispute-changed': ({ data }) => followDispute(data, deps),
  'subscription-created': ({ data }) => openMonthShipment(data, deps),
  'subscription-renewed': ({ data }) => openMonthShipment(data, deps),
  'subscription-cancelled': ({ data }) => withdrawPlan(data, deps),
})
