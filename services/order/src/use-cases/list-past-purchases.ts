import type { PastPurchases, Purchase } from '@prankpost/contracts'
import type { Deps } from '../deps.ts'
import type { Order } from '../order.model.ts'

/**
 * Returns a page of all paid orders after `cursor`, as reports count them: also orders that another shop had shipped
 * before they were imported, which were never announced. It contains no customer and no target. The last page has a
 * `nextCursor` of null.
 */
export async function listPastPurchases(
  { cursor, limit }: { cursor?: string | undefined; limit: number },
  { orders }: Pick<Deps, 'orders'>,
): Promise<PastPurchases> {
  // By the id and not by the payment, so that no order is skipped that is paid meanwhile.
  const found = await orders
    .find(cursor ? { _id: { $gt: cursor } } : {}, { outbox: 0, searchTerms: 0 })
    .sort({ _id: 1 })
    .limit(limit)
    .lean<Order[]>()
  return {
    purchases: found.flatMap((order) => (order.paidAt === undefined ? [] : [describe(order, order.paidAt)])),
    nextCursor: found.length === limit ? String(found.at(-1)?._id) : null,
  }
}

function describe(order: Order, paidAt: Date): Purchase {
  const isOnce = order.type === 'once'
  const status = order.statusHistory.at(-1)
  return {
    id: isOnce ? String(order._id) : (order.invoiceId ?? String(order._id)),
    type: isOnce ? 'once' : 'month',
    paidAt: paidAt.toISOString(),
    totalCents: order.totalCents,
    discountCode: order.discountCode,
    discountCents: order.discountCents ?? 0,
    items: isOnce
      ? order.items.map((item) => ({ ...piecesOf(item), cents: item.priceCents * item.quantity }))
      : [],
    status: isOnce && status ? { to: status.status, at: status.at.toISOString() } : null,
    refunds: (order.refunds ?? []).map(({ id, amountCents: cents, status, at }) => ({
      ...{ id, cents, status, at: at.toISOString() },
    })),
    disputes: (order.disputes ?? []).map(({ id, amountCents: cents, status, openedAt, closedAt }) => ({
      ...{ id, cents, status, at: openedAt.toISOString(), closedAt: closedAt?.toISOString() ?? null },
    })),
    parcels: order.items.flatMap((item) => {
      // A parcel that is sent again counts once, when it was sent first.
      const shippedAt = item.sentAgain?.[0]?.shippedAt ?? item.shippedAt
      if (shippedAt === null) return []
      const id = isOnce ? `${order._id}-${item.id}` : item.id
      return { id, ...piecesOf(item), shippedAt: shippedAt.toISOString() }
    }),
  }
}

const piecesOf = ({ prank, quantity }: Order['items'][number]) => ({
  prankId: prank.id,
  name: prank.name,
  quantity,
})
