import type { refundAnswer, refundParcelRequest } from '@prankpost/contracts'
import { notFound } from '@prankpost/service-kit'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import { parcelId, refundKeyOf } from '../parcels.ts'
import { refundOrder } from './refund-order.ts'

/**
 * Refunds a parcel that came back, for the operator's parcel queue: what was paid for it, less earlier refunds; of a plan its
 * share of the month. It is a refund of its order like any other, and decided on the order's document: a parcel is refunded or
 * sent again. All calls for a parcel have one idempotency key, so each returns the first refund, or tries it again if it failed. A crash after the write is
 * handled as in `settleRefund`.
 * @throws 404 for an unknown parcel; 409 when it did not come back, or when the money does not allow it
 */
export async function refundReturned(
  { orderId, invoiceId, parcelId: id }: z.output<typeof refundParcelRequest>,
  deps: Deps,
): Promise<z.output<typeof refundAnswer>> {
  const filter = orderId === null ? { invoiceId: invoiceId ?? '' } : { _id: orderId }
  const order = await deps.orders.findOne(filter, { type: 1, items: 1 }).lean()
  const item = order?.items.find((one) => parcelId(order, one) === id)
  if (!order || item === undefined) throw notFound('Its order has no such parcel.')
  return refundOrder(
    {
      orderId: String(order._id),
      itemIds: [item.id],
      reason: 'The parcel came back.',
      withdraw: false,
      ifReturned: true,
      key: refundKeyOf(id),
    },
    deps,
  )
}
