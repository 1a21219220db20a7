import type { EventData } from '@prankpost/contracts'
import type { Deps } from '../deps.ts'
import { maxPranks, prankFields, toPrankChanged } from '../prank.model.ts'

/** All pranks, or the requested ones, including pranks not on sale, each as in its latest prank-changed. */
export async function findPranks(
  { ids }: { ids?: string[] | undefined },
  { pranks }: Pick<Deps, 'pranks'>,
): Promise<EventData<'prank-changed'>[]> {
  const filter = ids === undefined ? {} : { _id: { $in: ids } }
  const found = await pranks.find(filter, prankFields).sort({ _id: 1 }).limit(maxPranks).lean()
  return found.map(toPrankChanged)
}
