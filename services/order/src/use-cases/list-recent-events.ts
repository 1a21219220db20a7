import type { RecentEvents, RecentEventsQuery } from '@prankpost/contracts'
import { findRecent } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import { orderPaid } from './mark-order-paid.ts'

/** The one-time orders that were announced as paid in a period, for consumers that check for missed events. */
export async function listRecentEvents(
  query: RecentEventsQuery,
  { orders }: Pick<Deps, 'orders'>,
): Promise<RecentEvents> {
  const { documents, nextCursor } = await findRecent(orders, 'announcedAt', query)
  const reported = documents.map((order) => orderPaid(order, order.paidAt ?? order.createdAt))
  return { events: reported.map(({ type, dataschema, data }) => ({ type, dataschema, data })), nextCursor }
}
