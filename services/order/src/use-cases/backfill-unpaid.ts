import { unpaidOrderDays } from '@prankpost/contracts'
import type { Deps } from '../deps.ts'

/**
 * Sets `unpaidUntil` on never-paid orders that an earlier version stored without it. Runs at each start, finds them by
 * the index on the status, and changes nothing when it runs again.
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
