import { mostCounted, type OrderStats, openOrderStatuses } from '@prankpost/contracts'
import type { Deps } from '../deps.ts'

/**
 * The number of orders that wait for something, by status, each up to `mostCounted`. Orders in the other statuses only
 * accumulate, so the work does not grow with the age of the shop. An index covers the counts.
 */
export async function readOrderStats({ orders }: Pick<Deps, 'orders'>): Promise<OrderStats> {
  const counts = await Promise.all(
    openOrderStatuses.map(
      async (status) => [status, await orders.countDocuments({ status }, { limit: mostCounted })] as const,
    ),
  )
  return { openOrders: Object.fromEntries(counts) as OrderStats['openOrders'] }
}
