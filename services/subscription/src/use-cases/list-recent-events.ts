import type { RecentEvents, RecentEventsQuery } from '@prankpost/contracts'
import { findRecent } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'

/** A plan may change again during the query, and then appear later than some of its events. */
const journalWindowMs = 35 * 86_400_000

/**
 * The events of the plans that last changed in a period, for consumers that check for missed events. Each plan also
 * returns its events of the five weeks before.
 */
export async function listRecentEvents(
  query: RecentEventsQuery,
  { plans }: Pick<Deps, 'plans'>,
): Promise<RecentEvents> {
  const { documents, nextCursor } = await findRecent(plans, 'updatedAt', query)
  const since = new Date(query.from.getTime() - journalWindowMs)
  const recent = documents.flatMap(({ journal }) => journal.filter(({ time }) => time >= since))
  return { events: recent.map(({ type, dataschema, data }) => ({ type, dataschema, data })), nextCursor }
}
