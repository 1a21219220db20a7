import { conflict } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import { soldKeptMs } from './follow-orders.ts'

/** More than enough: each failure means that an order was faster. */
const maxTries = 50

/**
 * Counts a prank's stock: `stock` units are not paid for yet, reserved ones included. Sales that are older than 30 days are
 * forgotten. The write is repeated when an order changed the stock meanwhile.
 */
export async function setStock(
  _id: string,
  stock: number,
  { pranks, now }: Pick<Deps, 'pranks' | 'now'>,
): Promise<void> {
  const before = new Date(now().getTime() - soldKeptMs)
  for (let tries = 0; tries < maxTries; tries++) {
    const prank = await pranks.findById(_id, { 'stock.reserved': 1, 'stock.changes': 1 }).lean()
    if (prank === null) return
    const { stock: known } = prank
    if (known === undefined) {
      const { modifiedCount } = await pranks.updateOne(
        { _id, stock: { $exists: false } },
        { $set: { stock: { left: stock, reserved: 0, entries: [], changes: 0 } } },
      )
      if (modifiedCount === 1) return
      continue
    }
    const { matchedCount } = await pranks.updateOne(
      { _id, 'stock.changes': known.changes },
      {
        $set: { 'stock.left': stock - known.reserved },
        $inc: { 'stock.changes': 1 },
        $unset: { 'stock.lowSince': 1 },
        $pull: { 'stock.entries': { state: 'sold', at: { $lt: before } } },
      },
    )
    if (matchedCount === 1) return
  }
  throw conflict('The stock changes too often at this moment. Please try again.')
}
