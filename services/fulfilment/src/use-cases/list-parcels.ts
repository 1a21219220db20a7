import { type AnswerOf, may, mostCounted, type OperatorRole, type ParcelQuery } from '@prankpost/contracts'
import { invalid, searchFilter } from '@prankpost/service-kit'
import { type QueryFilter, Types } from 'mongoose'
import type { Deps } from '../deps.ts'
import { entriesOf, queueFields } from '../queue-entry.ts'
import { type FoundParcel, showParcels } from '../queued-parcels.ts'
import { type QueueRow, queueOrder, type Shipment, termsIndex } from '../shipment.model.ts'

/** A search with fewer matches than this reads all of them; with more it scans the queue until a page is full. */
const manyMatches = 5_000
const dayMs = 86_400_000
/** These states are listed latest promise first: their parcels left the queue. */
const closed = ['shipped', 'delivered', 'returned', 'withdrawn']

const mayReadMessages: readonly OperatorRole[] = may.look

type Filters = Pick<ParcelQuery, 'status' | 'type' | 'prank' | 'state' | 'shipBy' | 'q'>

/**
 * The operator's queue: the parcels of orders and of drawn months of plans, earliest promise first; shipped, delivered,
 * returned and withdrawn ones latest first. The cursor names the last parcel. `total` counts the parcels of at most
 * 10,000 matching shipments.
 * @throws 400 for a cursor that is not one of these; 503 when catalog is needed for a name and unavailable
 */
export async function listParcels(
  { limit, cursor, sort: _sort, ...filters }: ParcelQuery,
  { role }: { role: OperatorRole },
  deps: Pick<Deps, 'shipments' | 'catalog'>,
): Promise<AnswerOf<'GET /api/admin/parcels'>> {
  const filter = filterOf(filters)
  const isLatestFirst = closed.includes(filters.status ?? '')
  const last = cursor === undefined ? null : readCursor(cursor)
  const [total, found] = await Promise.all([
    countParcels(filter, filters, deps),
    limit === 0 ? [] : findPage({ filter, filters, last, limit, isLatestFirst }, deps),
  ])
  const page = found.slice(0, limit)
  const end = page.at(-1)
  return {
    items: await showParcels(page, deps, { showsReview: mayReadMessages.includes(role) }),
    total,
    nextCursor: found.length > limit && end !== undefined ? cursorOf(end) : null,
  }
}

interface Page {
  filter: QueryFilter<Shipment>
  filters: Filters
  last: Cursor | null
  limit: number
  isLatestFirst: boolean
}

/** One parcel more than the page has. Each shipment has at least one of them, except the one of the cursor. */
async function findPage(
  { filter, filters, last, limit, isLatestFirst }: Page,
  { shipments }: Pick<Deps, 'shipments'>,
): Promise<FoundParcel[]> {
  const query = shipments
    .find(last === null ? filter : { $and: [filter, from(last, isLatestFirst)] }, { outbox: 0 })
    .sort(isLatestFirst ? { shipBy: -1, _id: -1 } : queueOrder)
    .limit(limit + 2)
  if (filters.q) query.hint(await searchIndex(filters, { shipments }))
  const found = await query.lean<Shipment[]>()
  return found.flatMap((shipment) => matchingOf(shipment, filters, last)).slice(0, limit + 1)
}

/** The matching parcels of a shipment; of the cursor's one those after it, also when that one has another state now. */
function matchingOf(shipment: Shipment, filters: Filters, last: Cursor | null): FoundParcel[] {
  const isMatch = matcherOf(filters)
  const { queue } = queueFields(shipment)
  const ids = new Set(queue.filter(isMatch).map(({ id }) => id))
  const entries = entriesOf(shipment)
  const isOfCursor = last !== null && String(shipment._id) === last.shipmentId
  const first = isOfCursor ? entries.findIndex(({ id }) => id === last.id) + 1 : 0
  return entries
    .slice(first)
    .filter(({ id }) => ids.has(id))
    .map((entry) => ({ shipment, entry }))
}

/** Whether a row of a shipment that matches is itself one of the parcels that were asked for. */
function matcherOf({ status, prank, state: region, q }: Filters) {
  const words = searchFilter(q).searchTerms?.$all ?? []
  return (row: QueueRow): boolean =>
    (status ?? row.state) === row.state &&
    (prank ?? row.prankId) === row.prankId &&
    (region ?? row.region) === row.region &&
    words.every((word) => row.terms.some((term) => word.test(term)))
}

function filterOf({ status, type, prank, state, shipBy, q }: Filters): QueryFilter<Shipment> {
  const row = {
    ...(status && { state: status }),
    ...(prank && { prankId: prank }),
    ...(state && { region: state }),
    ...termsOf(q),
  }
  return {
    ...(Object.keys(row).length > 0 ? { queue: { $elemMatch: row } } : { 'queue.0': { $exists: true } }),
    ...(type && { [type === 'once' ? 'orderId' : 'invoiceId']: { $exists: true } }),
    // The lower bound lets the database use the index also without any other condition.
    shipBy: {
      $gte: new Date(0),
      ...(shipBy && { $lt: new Date(Date.parse(shipBy) + dayMs) }),
    },
  } as QueryFilter<Shipment>
}

function termsOf(q: string | undefined) {
  const { searchTerms } = searchFilter(q)
  return searchTerms === undefined ? {} : { terms: searchTerms }
}

/** Few matches are all read by their words; for many the queue is scanned in its order. */
async function searchIndex({ q }: Filters, { shipments }: Pick<Deps, 'shipments'>) {
  const { terms } = termsOf(q)
  if (terms === undefined) return queueOrder
  const matches = await shipments.countDocuments(
    { queue: { $elemMatch: { terms } } } as QueryFilter<Shipment>,
    { limit: manyMatches, hint: termsIndex },
  )
  return matches < manyMatches ? termsIndex : queueOrder
}

/** The number of matching parcels; a search is counted here, everything else in the database. */
async function countParcels(
  filter: QueryFilter<Shipment>,
  filters: Filters,
  { shipments }: Pick<Deps, 'shipments'>,
): Promise<number> {
  if (filters.q) {
    const hint = await searchIndex(filters, { shipments })
    const found = await shipments.find(filter, { queue: 1 }).hint(hint).limit(manyMatches).lean<Rows[]>()
    return found.flatMap(({ queue = [] }) => queue.filter(matcherOf(filters))).length
  }
  const { status, prank, state } = filters
  const wanted = { state: status, prankId: prank, region: state }
  const equal = Object.entries(wanted).flatMap(([field, value]) =>
    value === undefined ? [] : [{ $eq: [`$$row.${field}`, value] }],
  )
  const rows = { $filter: { input: '$queue', as: 'row', cond: { $and: equal } } }
  const [counted] = await shipments.aggregate<{ total: number }>([
    { $match: filter },
    { $limit: mostCounted },
    { $group: { _id: null, total: { $sum: { $size: rows } } } },
  ])
  return Math.min(counted?.total ?? 0, mostCounted)
}

type Rows = Pick<Shipment, 'queue'>

interface Cursor {
  shipBy: Date
  shipmentId: string
  id: string
}

const cursorOf = ({ shipment, entry }: FoundParcel): string =>
  [queueFields(shipment).shipBy.getTime(), shipment._id, entry.id].join('.')

/** @throws 400 when it is not a cursor of this list */
function readCursor(cursor: string): Cursor {
  const [, time, shipmentId, id] = /^(\d{1,15})\.([0-9a-f]{24})\.(.+)$/.exec(cursor) ?? []
  if (time === undefined || shipmentId === undefined || id === undefined) {
    throw invalid('This page does not exist. Please reload the list.')
  }
  return { shipBy: new Date(Number(time)), shipmentId, id }
}

/** The condition for the shipment of the cursor and those after it. The first part bounds the index. */
function from({ shipBy, shipmentId }: Cursor, isLatestFirst: boolean): QueryFilter<Shipment> {
  const _id = new Types.ObjectId(shipmentId)
  return (
    isLatestFirst
      ? { shipBy: { $lte: shipBy }, $or: [{ shipBy: { $lt: shipBy } }, { _id: { $lte: _id } }] }
      : { shipBy: { $gte: shipBy }, $or: [{ shipBy: { $gt: shipBy } }, { _id: { $gte: _id } }] }
  ) as QueryFilter<Shipment>
}
