import type { RecentEvents, RecentEventsQuery } from '@prankpost/contracts'
import { findRecent } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import type { Order } from '../order.model.ts'
import { parcelsChanged } from '../reports.ts'
import { orderPaid } from './mark-order-paid.ts'

/**
 * The one-time orders that were announced as paid, or whose parcels changed, in a period, for consumers that check for
 * missed events. An order with changed parcels is returned with both events, and with its parcels as they are now.
 */
export async function listRecentEvents(
  query: RecentEventsQuery,
  { orders }: Pick<Deps, 'orders'>,
): Promise<RecentEvents> {
  const { documents, nextCursor } = await findRecent(orders, 'announcedAt', query)
  const reported = documents.flatMap(eventsOf)
  return { events: reported.map(({ type, dataschema, data }) => ({ type, dataschema, data })), nextCursor }
}

function eventsOf(order: Order) {
  const paid = orderPaid(order, order.paidAt ?? order.createdAt)
  const { announcedAt, parcelsRevision } = order
  return announcedAt && parcelsRevision ? [paid, parcelsChanged(order, announcedAt)] : [paid]
}
