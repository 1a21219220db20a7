import { unpaidOrderDays } from '@prankpost/contracts'
import type { Deps } from '../deps.ts'

/**
 * Gives orders that were never paid their `unpaidUntil`, where an earlier version placed them without it. Runs at each
 * start, finds them by the index on the status, and changes nothing the second time.
 */
export async function backfillUnpaid({ orders }: Pick<Deps, 'orders'>): Promise<void> {
  const missing = {
    status: { $in: ['pending' as const, 'payment_failed' as const] },
    type: 'once' as const,
    paidAt: { $exists: false },
    unpaidUntil: { $exists: false },
  }
  const unpaidUntil = { $add: ['$createdAt', unpaidOrderDays * 86_400_000] }
  await orders.updateMany(missing, [{ $set: { unpaidUntil } }], { updatePipeline: true })
}
