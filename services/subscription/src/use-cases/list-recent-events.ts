import type { RecentEvents, RecentEventsQuery } from '@prankpost/contracts'
import { findRecent } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'

/** A plan may change again while it is looked for, and so come into view later than some of its events. */
const lookBackMs = 35 * 86_400_000

/**
 * What was told of the plans that changed last in some time, for a reader that makes sure that it heard of
 * it. With each plan comes what it told in the five weeks before.
 */
export async function listRecentEvents(
  query: RecentEventsQuery,
  { plans }: Pick<Deps, 'plans'>,
): Promise<RecentEvents> {
  const { documents, nextCursor } = await findRecent(plans, 'updatedAt', query)
  const since = new Date(query.from.getTime() - lookBackMs)
  const recent = documents.flatMap(({ journal }) => journal.filter(({ time }) => time >= since))
  return { events: recent.map(({ type, dataschema, data }) => ({ type, dataschema, data })), nextCursor }
}
