import type { HistoryEntry } from '@prankpost/contracts'
import type { SessionUser } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import { toHistoryEntries } from '../order.dto.ts'

const maxOrders = 200
const maxEntries = 500

/**
 * Lists a customer's pranks, newest first: each item of an order that was ever paid, and each shipped parcel of a plan.
 * Limited to the newest 200 orders and 500 entries.
 */
export async function listHistory(
  { user }: { user: SessionUser },
  { orders, now }: Pick<Deps, 'orders' | 'now'>,
): Promise<HistoryEntry[]> {
  const found = await orders
    .find(
      { ownerId: user.id, paidAt: { $gt: new Date(0) } },
      { type: 1, status: 1, items: 1, paidAt: 1, createdAt: 1, sentAt: 1, statusHistory: 1 },
    )
    .sort({ paidAt: -1 })
    .limit(maxOrders)
    .lean()
  const at = now()
  return found
    .flatMap((order) => toHistoryEntries(order, at))
    .sort((a, b) => b.sentDate.localeCompare(a.sentDate))
    .slice(0, maxEntries)
}
