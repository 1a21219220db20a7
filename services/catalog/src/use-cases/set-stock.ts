import { conflict } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import { soldKeptMs } from './follow-orders.ts'

/** More than enough: each failure means that an order was faster. */
const maxTries = 50

/**
 * Counts a prank's stock: `stock` units are not paid for yet, reserved ones included. Sales that are older than 30 days are
 * forgotten. The write is repeated when an order changed the stock meanwhile.
 * @throws 409 when the stock is not the one that the operator has `seen`
 */
export async function setStock(
  _id: string,
  { stock, seen }: { stock: number; seen: number | null | undefined },
  { pranks, now }: Pick<Deps, 'pranks' | 'now'>,
): Promise<void> {
  const before = new Date(now().getTime() - soldKeptMs)
  for (let tries = 0; tries < maxTries; tries++) {
    const prank = await pranks
      .findById(_id, { 'stock.left': 1, 'stock.reserved': 1, 'stock.changes': 1 })
      .lean()
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
    // Without a number seen, the stock was not counted until now: what is left of an earlier count does not matter.
    if (seen != null) refuseUnseen({ known: known.left + known.reserved, seen, stock })
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

/** Refuses a new stock when the known one is not what the operator has seen. A repeat finds its own value: no conflict. */
export function refuseUnseen({
  known,
  seen,
  stock,
}: Record<'known' | 'seen', number | null | undefined> & { stock: number }) {
  if (seen === undefined || known === seen || known === stock) return
  const now = known == null ? 'no longer counted' : `${known} now`
  throw conflict(`The stock has changed meanwhile: it is ${now}. Please reload the prank, then set it again.`)
}
