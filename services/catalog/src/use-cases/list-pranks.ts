import type { Prank } from '@prankpost/contracts'
import type { Deps } from '../deps.ts'
import { maxPranks, prankFields, toDto } from '../prank.model.ts'

/** The pranks on sale, by position. */
export async function listPranks({ pranks }: Pick<Deps, 'pranks'>): Promise<Prank[]> {
  const found = await pranks
    .find({ onSale: true }, prankFields)
    .sort({ position: 1, _id: 1 })
    .limit(maxPranks)
    .lean()
  return found.map(toDto)
}
