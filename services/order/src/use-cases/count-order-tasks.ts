import type { digestOfOrders } from '@prankpost/contracts'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import { type Order, taskIndex } from '../order.model.ts'
import { failedRefunds } from '../refund.model.ts'

/** More orders with tasks than a shop has. */
const maxOrders = 1_000

/**
 * How many disputes are open, and how many failed refunds are not handled. The partial index contains only the orders that
 * have some; of more than 1,000 of them the oldest are counted.
 */
export async function countOrderTasks({
  orders,
}: Pick<Deps, 'orders'>): Promise<z.output<typeof digestOfOrders>> {
  const found = await orders
    .find({ taskCount: { $gt: 0 } }, { 'refunds.status': 1, 'refunds.resolvedAt': 1, 'disputes.status': 1 })
    .hint(taskIndex)
    .sort({ taskAt: 1 })
    .limit(maxOrders)
    .lean<Pick<Order, 'refunds' | 'disputes'>[]>()
  return {
    disputes: found.flatMap(({ disputes = [] }) => disputes).filter(({ status }) => status === 'open').length,
    failedRefunds: found.flatMap((order) => failedRefunds(order)).length,
  }
}
