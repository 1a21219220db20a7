import { type AnswerOf, may, mostCounted, type OperatorRole, type ParcelQuery } from '@prankpost/contracts'
import type { Deps } from '../deps.ts'
import { endOf, type Filters, filterOf } from '../queue-filters.ts'
import { countFound, cursorOf, findPage, readCursor } from '../queue-pages.ts'
import { showParcels } from '../queued-parcels.ts'

const mayReadMessages: readonly OperatorRole[] = may.read

/**
 * The operator's queue: the parcels of orders and of drawn months of plans. Those of a state to be sent are listed by their own
 * dates, earliest first. A search and a list of all states keep the parcels of a shipment together, by the earliest
 * unsent one. Shipped, delivered, returned and withdrawn ones, and a search in all states, are listed latest first. The
 * cursor names the last parcel. `total` counts the parcels of at most 10,000 matching shipments, of a search 5,000.
 * @throws 400 for a cursor that is not one of these; 503 when catalog is needed for a name and unavailable
 */
export async function listParcels(
  { limit, cursor, sort: _sort, ...filters }: ParcelQuery,
  { role }: { role: OperatorRole },
  deps: Pick<Deps, 'shipments' | 'catalog'>,
): Promise<AnswerOf<'GET /api/admin/parcels'>> {
  const last = cursor === undefined ? null : readCursor(cursor)
  const [total, found] = await Promise.all([
    countParcels(filters, deps),
    limit === 0 ? [] : findPage({ filters, last, limit }, deps),
  ])
  const page = found.slice(0, limit)
  const end = page.at(-1)
  return {
    items: await showParcels(page, deps, { showsReview: mayReadMessages.includes(role) }),
    total,
    nextCursor: found.length > limit && end !== undefined ? cursorOf(end, filters) : null,
  }
}

/** The number of matching parcels; a search is counted here, everything else in the database. */
async function countParcels(filters: Filters, { shipments }: Pick<Deps, 'shipments'>): Promise<number> {
  if (filters.q) return countFound(filters, { shipments })
  const { status, prank, state } = filters
  const wanted = { state: status, prankId: prank, region: state }
  const equal = Object.entries(wanted).flatMap(([field, value]) =>
    value === undefined ? [] : [{ $eq: [`$$row.${field}`, value] }],
  )
  const end = endOf(filters)
  const conditions = [...equal, ...(end ? [{ $lt: ['$$row.shipBy', end] }] : [])]
  const rows = { $filter: { input: '$queue', as: 'row', cond: { $and: conditions } } }
  const [counted] = await shipments.aggregate<{ total: number }>([
    { $match: filterOf(filters) },
    { $limit: mostCounted },
    { $group: { _id: null, total: { $sum: { $size: rows } } } },
  ])
  return Math.min(counted?.total ?? 0, mostCounted)
}
