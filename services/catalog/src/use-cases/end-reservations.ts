import type { Deps } from '../deps.ts'
import { findEntry } from '../stock.model.ts'
import { release } from './reserve-stock.ts'

/**
 * Releases one prank's reservations that have ended by their time: of orders whose payment was never started, or whose
 * payment-failed was lost. Returns whether there was one.
 */
export async function endReservations({ pranks, now }: Pick<Deps, 'pranks' | 'now'>): Promise<boolean> {
  const entry = await findEntry(pranks, { state: 'reserved', until: { $lt: now() } })
  if (entry === null) return false
  // A reservation that was renewed meanwhile has a later time, and stays.
  await release(entry.prankId, entry.orderId, { pranks }, new Date(entry.at.getTime() + 1))
  return true
}
