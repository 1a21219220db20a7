import { formatCents, mostCounted, type OrderTasks } from '@prankpost/contracts'
import type { Deps } from '../deps.ts'
import { type Order, orderNumber, taskIndex } from '../order.model.ts'
import { failedRefunds } from '../refund.model.ts'

const maxItems = 50

type Task = OrderTasks['items'][number]
type TaskOrder = Pick<Order, '_id' | 'refunds' | 'disputes'>

/**
 * What needs the operator: failed refunds that are not handled, and open disputes. The 50 oldest, and how many there
 * are. A partial index contains only the orders that have some.
 */
export async function listOrderTasks({ orders }: Pick<Deps, 'orders'>): Promise<OrderTasks> {
  const open = { taskCount: { $gt: 0 } }
  const [found, counted] = await Promise.all([
    orders
      .find(open, { refunds: 1, disputes: 1 })
      .hint(taskIndex)
      .sort({ taskAt: 1 })
      .limit(maxItems)
      .lean<TaskOrder[]>(),
    orders
      .aggregate<{ total: number }>([
        { $match: open },
        { $limit: mostCounted },
        { $group: { _id: null, total: { $sum: '$taskCount' } } },
      ])
      .hint(taskIndex),
  ])
  const items = found.flatMap(tasksOf).sort((a, b) => a.at.localeCompare(b.at))
  return { items: items.slice(0, maxItems), total: counted[0]?.total ?? 0 }
}

function tasksOf(order: TaskOrder): Task[] {
  const about = { orderId: String(order._id), orderNumber: orderNumber(order._id) }
  const failed = failedRefunds(order).map(({ amountCents, changedAt, failureReason }) => ({
    ...{ kind: 'refund-failed' as const, ...about, amount: formatCents(amountCents) },
    ...{ at: changedAt.toISOString(), detail: failureReason },
  }))
  const disputed = (order.disputes ?? [])
    .filter(({ status }) => status === 'open')
    .map(({ amountCents, openedAt, reason }) => ({
      ...{ kind: 'dispute-open' as const, ...about, amount: formatCents(amountCents) },
      ...{ at: openedAt.toISOString(), detail: reason },
    }))
  return [...failed, ...disputed]
}
