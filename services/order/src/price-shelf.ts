import { createBriefMemory } from '@prankpost/service-kit'
import type { Price, PriceModel } from './price.model.ts'

/** Half of the second within which a changed price shows; what this process takes in itself counts at once. */
const keepMs = 500
const maxKept = 500

/** The replica of prices, as calls of customers read it. */
export interface PriceShelf {
  /** By id; an unknown id is left out. */
  read(ids: string[]): Promise<Map<string, Price>>
  /** A price has changed here. */
  changed(): void
}

/** Reads prices once for all who ask within half a second. */
export function createPriceShelf(prices: PriceModel): PriceShelf {
  const known = createBriefMemory<Price>(maxKept)
  return {
    async read(ids) {
      const until = new Date(Date.now() + keepMs)
      const { epoch } = known
      const found = new Map(ids.map((id) => [id, known.find(id)]))
      const missing = ids.filter((id) => found.get(id) === undefined)
      const fresh = missing.length > 0 ? await prices.find({ _id: { $in: missing } }).lean() : []
      for (const price of fresh) {
        found.set(price._id, price)
        if (epoch === known.epoch) known.keep(price._id, price, until)
      }
      return new Map([...found].filter((pair): pair is [string, Price] => pair[1] !== undefined))
    },
    changed: () => known.clear(),
  }
}
