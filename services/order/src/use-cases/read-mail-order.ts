import { type MailOrder, objectId, trackingUrlOf } from '@prankpost/contracts'
import { notFound } from '@prankpost/service-kit'
import { z } from 'zod'
import { expectedRange } from '../arrivals.ts'
import type { Deps } from '../deps.ts'
import { type Order, orderNumber } from '../order.model.ts'
import { parcelId, sentAtOf } from '../parcels.ts'

/** Which order a mail is about: a one-time order by its id, a plan's month by its invoice. */
export const mailOrderQuery = z.object({ invoiceId: z.string().min(1).max(255) })
export const mailOrderId = objectId

/**
 * What a mail says about an order, without any target, and a signed link to its page.
 * @throws 404 when the order does not exist here, or not yet
 */
export async function readMailOrder(
  filter: { _id: string } | { invoiceId: string },
  { orders, links }: Pick<Deps, 'orders' | 'links'>,
): Promise<MailOrder> {
  const order = await orders.findOne(filter).lean()
  if (order === null) throw notFound('There is no such order.')
  return {
    orderId: String(order._id),
    orderNumber: orderNumber(order._id),
    type: order.type,
    totalCents: order.totalCents,
    discountCode: order.discountCode,
    items: order.items.map((item) => ({
      parcelId: parcelId(order, item),
      prankName: item.prank.name,
      quantity: item.quantity,
      priceCents: item.priceCents,
      carrier: item.carrier ?? null,
      trackingNumber: item.trackingNumber,
      trackingUrl: trackingUrlOf(item.carrier ?? null, item.trackingNumber),
      refusedBecause: item.refused?.reason ?? null,
    })),
    estimatedDelivery: expectedAt(order),
    url: links.urlOf(String(order._id)),
  }
}

/** When its parcels are expected, from the first to the last; null for a plan's month, whose parcels are shipped one by one. */
function expectedAt(order: Order) {
  const from = sentAtOf(order) ?? order.paidAt
  const isExpected = order.type === 'once' && order.status !== 'delivered' && order.status !== 'cancelled'
  if (!isExpected || from === undefined) return null
  const ranges = order.items.map(({ arriveBy }) =>
    expectedRange({ arriveBy, shippedAt: sentAtOf(order) ?? null }, from),
  )
  const days = ranges.flatMap((range) => [range.from, range.to]).toSorted()
  return { from: days[0] ?? '', to: days.at(-1) ?? '' }
}
