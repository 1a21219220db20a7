import type { PastEvents } from '@prankpost/contracts'
import type { Deps } from '../deps.ts'
import { orderPaid } from './mark-order-paid.ts'

/**
 * Returns a page of the order-paid events of these customers' one-time orders, after `cursor`. A projection built from
 * them is equal to one that consumed the queue. The order's id replaces the event's id. Imported orders are left out,
 * because they had no owner when they were announced. The last page has a `nextCursor` of null.
 */
export async function listPastEvents(
  { ownerIds, cursor, limit }: { ownerIds: string[]; cursor?: string | undefined; limit: number },
  { orders }: Pick<Deps, 'orders'>,
): Promise<PastEvents> {
  const announced = {
    ownerId: { $in: ownerIds },
    type: 'once' as const,
    announcedAt: { $exists: true },
    externalId: { $exists: false },
  }
  const found = await orders
    .find(cursor ? { ...announced, _id: { $gt: cursor } } : announced)
    .hint({ ownerId: 1, type: 1, _id: 1 })
    .sort({ _id: 1 })
    .limit(limit)
    .lean()
  return {
    events: found.map((order) => {
      const { type, subject, dataschema, data, time } = orderPaid(order, order.paidAt ?? order.createdAt)
      return { id: subject, type, subject, dataschema, data, time: time.toISOString() }
    }),
    nextCursor: found.length === limit ? String(found.at(-1)?._id) : null,
  }
}
