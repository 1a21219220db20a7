import type { PastEvents } from '@prankpost/contracts'
import type { Deps } from '../deps.ts'

/**
 * Returns a page of the plans' events after `cursor`, as they were emitted, with their ids. A projection built from
 * them is equal to one that consumed the queue. The last page has a `nextCursor` of null.
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
