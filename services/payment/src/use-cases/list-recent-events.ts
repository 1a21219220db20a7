import type { RecentEvents, RecentEventsQuery } from '@prankpost/contracts'
import { findRecent } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import type { Payment } from '../payment.model.ts'

/** A plan may tell again while it is looked for, and so come into view later than some of its events. */
const lookBackMs = 35 * 86_400_000

/**
 * What was told of money in some time, of orders or of plans, for a reader that makes sure that it heard of
 * it. With each plan comes what it told in the five weeks before.
 */
export async function listRecentEvents(
  { kind, ...query }: RecentEventsQuery & { kind: Payment['kind'] },
  { payments }: Pick<Deps, 'payments'>,
): Promise<RecentEvents> {
  const { documents, nextCursor } = await findRecent(payments, 'toldAt', query, { kind })
  const since = new Date(query.from.getTime() - lookBackMs)
  const recent = documents.flatMap(({ journal = [] }) => journal.filter(({ time }) => time >= since))
  return { events: recent.map(({ type, dataschema, data }) => ({ type, dataschema, data })), nextCursor }
}
