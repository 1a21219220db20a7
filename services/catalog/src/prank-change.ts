import { maxPriceChanges } from '@prankpost/contracts'
import type { Change } from '@prankpost/messaging'
import { emit } from './deps.ts'
import { type Prank, type PrankFacts, toPrankChanged } from './prank.model.ts'

/**
 * The write that gives a prank new values, with prank-changed and, for a new price, an entry of the price history by
 * `by`. Null when the prank has these values already.
 */
export function changeTo(
  prank: Prank,
  values: Partial<PrankFacts & Pick<Prank, 'picture' | 'isCounted'>>,
  by: string,
): Change<Prank> | null {
  const keys = Object.keys(values) as (keyof typeof values)[]
  if (keys.every((key) => values[key] === prank[key])) return null
  const at = new Date()
  const { priceCents = prank.priceCents } = values
  const isNewPrice = priceCents !== prank.priceCents
  const entry = { at, fromCents: prank.priceCents, toCents: priceCents, by }
  const changed = toPrankChanged({ ...prank, ...values, revision: prank.revision + 1 })
  return {
    update: {
      $set: { ...values, updatedAt: at },
      ...(isNewPrice && { $push: { priceChanges: { $each: [entry], $slice: -maxPriceChanges } } }),
    },
    events: [emit('prank-changed', prank._id, changed)],
  }
}
