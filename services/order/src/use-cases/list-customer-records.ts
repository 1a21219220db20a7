import { type customerOrders, formatCents, maxCustomerRecords, trackingUrlOf } from '@prankpost/contracts'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import { orderNumber } from '../order.model.ts'
import { itemStatusOf } from '../parcels.ts'

/** The fields that are shown, and those from which `itemStatusOf` decides. */
const shownFields = {
  ...{ type: 1, status: 1, statusHistory: 1, items: 1, totalCents: 1, createdAt: 1 },
  ...{ paidAt: 1, packedAt: 1, sentAt: 1, disputes: 1 },
} as const

/** A customer's latest orders with their parcels, for operators: paid ones first. Without recipients. */
export async function listCustomerRecords(
  { ownerId }: { ownerId: string },
  { orders }: Pick<Deps, 'orders'>,
): Promise<z.output<typeof customerOrders>> {
  const found = await orders
    .find({ ownerId }, shownFields)
    .sort({ paidAt: -1 })
    .limit(maxCustomerRecords)
    .lean()
  return found.map((order) => ({
    id: String(order._id),
    number: orderNumber(order._id),
    type: order.type,
    status: order.status,
    createdAt: order.createdAt.toISOString(),
    total: formatCents(order.totalCents),
    parcels: order.items.map((item) => ({
      id: item.id,
      prank: item.prank.name,
      quantity: item.quantity,
      status: itemStatusOf(order, item),
      trackingNumber: item.trackingNumber,
      trackingUrl: trackingUrlOf(item.carrier ?? null, item.trackingNumber),
    })),
  }))
}
