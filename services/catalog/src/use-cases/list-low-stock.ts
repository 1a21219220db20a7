import type { digestOfStock } from '@prankpost/contracts'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import { maxPranks, type Prank } from '../prank.model.ts'
import { lowStockLevel } from '../shop.model.ts'

/** The pranks on sale whose counted stock is low, the lowest first. All pranks on sale are read: there are at most 500. */
export async function listLowStock(
  deps: Pick<Deps, 'pranks' | 'shops' | 'shopDefaults'>,
): Promise<z.output<typeof digestOfStock>> {
  const { pranks } = deps
  const level = await lowStockLevel(deps)
  const found = await pranks
    .find({ onSale: true, isCounted: true }, { name: 1, 'stock.left': 1, 'stock.reserved': 1 })
    .sort({ position: 1, _id: 1 })
    .limit(maxPranks)
    .lean<Pick<Prank, 'name' | 'stock'>[]>()
  const low = found
    .map(({ name, stock }) => ({ name, left: (stock?.left ?? 0) + (stock?.reserved ?? 0) }))
    .filter(({ left }) => left <= level)
    .sort((a, b) => a.left - b.left)
  return { low }
}
