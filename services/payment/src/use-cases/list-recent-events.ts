import type { RecentEvents, RecentEventsQuery } from '@prankpost/contracts'
import { findRecent } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import type { Payment } from '../payment.model.ts'

/** A plan may emit again during the query, and then appear later than some of its events. */
const journalWindowMs = 35 * 86_400_000

/**
 * The payment events of a period, of orders or of plans, for consumers that check for missed events. Each order or plan
 * also returns its events of the five weeks before.
 */
export async function listRecentEvents(
  { kind, ...query }: RecentEventsQuery & { kind: Payment['kind'] },
  { payments }: Pick<Deps, 'payments'>,
): Promise<RecentEvents> {
  const { documents, nextCursor } = await findRecent(payments, 'toldAt', query, { kind })
  const since = new Date(query.from.getTime() - journalWindowMs)
  const recent = documents.flatMap(({ journal = [] }) => journal.filter(({ time }) => time >= since))
  return { events: recent.map(({ type, dataschema, data }) => ({ type, dataschema, data })), nextCursor }
}
