import type { InternalPrank } from '@prankpost/contracts'
import type { Deps } from '../deps.ts'
import { internalFields, maxPranks, toInternalPrank } from '../prank.model.ts'

/** All pranks, or the requested ones, including pranks not on sale, each as in its latest prank-changed, with what is left of it. */
export async function findPranks(
  { ids }: { ids?: string[] | undefined },
  { pranks }: Pick<Deps, 'pranks'>,
): Promise<InternalPrank[]> {
  const filter = ids === undefined ? {} : { _id: { $in: ids } }
  const found = await pranks.find(filter, internalFields).sort({ _id: 1 }).limit(maxPranks).lean()
  return found.map(toInternalPrank)
}
