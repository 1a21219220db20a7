import type { PastEvents } from '@prankpost/contracts'
import type { Deps } from '../deps.ts'

/**
 * Every event of the plans after `cursor`, as it was told, with its id: a projection that is built from
 * them comes to the same as one that read the queue. Ends with a `nextCursor` of null.
 */
export async function listPastEvents(
  { cursor, limit }: { cursor?: string | undefined; limit: number },
  { plans }: Pick<Deps, 'plans'>,
): Promise<PastEvents> {
  const found = await plans
    .find(cursor ? { _id: { $gt: cursor } } : {}, { journal: 1 })
    .sort({ _id: 1 })
    .limit(limit)
    .lean()
  const events = found.flatMap(({ journal }) =>
    journal.map(({ time, ...entry }) => ({ ...entry, time: time.toISOString() })),
  )
  return { events, nextCursor: found.length === limit ? (found.at(-1)?._id ?? null) : null }
}
