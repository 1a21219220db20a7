import type { Deps } from '../deps.ts'
import { findEntry } from '../stock.model.ts'
import { release } from './reserve-stock.ts'

/**
 * Releases one prank's reservations that have ended by their time: of orders whose payment was never started, or whose
 * payment-failed was lost. Returns whether there was one.
 */
export async function endReservations({ pranks, now }: Pick<Deps, 'pranks' | 'now'>): Promise<boolean> {
  const ended = { until: { $lt: now() } }
  const entry = await findEntry(pranks, { ...ended, state: 'reserved' })
  if (entry === null) return false
  await release(entry.prankId, entry.orderId, { pranks }, ended)
  return true
}
