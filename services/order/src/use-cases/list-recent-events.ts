import { type RecentEvents, recentEventsQuery } from '@prankpost/contracts'
import { findRecent } from '@prankpost/service-kit'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import type { Order } from '../order.model.ts'
import { lastReports } from '../parcel-reports.ts'
import { parcelsChanged } from '../reports.ts'
import { orderPaid } from './mark-order-paid.ts'

/** About one-time orders, or about months of plans. */
export const recentOrdersQuery = recentEventsQuery.extend({
  kind: z.enum(['order', 'plan']).default('order'),
})

/**
 * The one-time orders that were announced as paid, or whose parcels changed or arrived, in a period, for consumers that check
 * for missed events. An order with changed parcels is returned with both events, and with its parcels as they are now, then with
 * the last report of each delivery. Of kind `plan`: the months of which a parcel was reported, with its last reports.
 */
export async function listRecentEvents(
  { kind, ...query }: z.output<typeof recentOrdersQuery>,
  { orders }: Pick<Deps, 'orders'>,
): Promise<RecentEvents> {
  const [at, eventsOf] =
    kind === 'plan'
      ? (['parcelsReportedAt', lastReports] as const)
      : (['announcedAt', eventsOfOrder] as const)
  const { documents, nextCursor } = await findRecent(orders, at, query)
  const reported = documents.flatMap(eventsOf)
  return { events: reported.map(({ type, dataschema, data }) => ({ type, dataschema, data })), nextCursor }
}

function eventsOfOrder(order: Order) {
  const paid = orderPaid(order, order.paidAt ?? order.createdAt)
  const { announcedAt, parcelsRevision } = order
  const changed = announcedAt && parcelsRevision ? [parcelsChanged(order, announcedAt)] : []
  return [paid, ...changed, ...lastReports(order)]
}
