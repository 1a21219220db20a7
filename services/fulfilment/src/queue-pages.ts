import { invalid } from '@prankpost/service-kit'
import { type QueryFilter, Types } from 'mongoose'
import type { Deps } from './deps.ts'
import { entriesOf, queueFields } from './queue-entry.ts'
import { type Filters, filterOf, isByRow, isLatestFirst, matcherOf, termsOf } from './queue-filters.ts'
import type { FoundParcel } from './queued-parcels.ts'
import { queueOrder, rowOrder, type Shipment, stateOrder, termsIndex } from './shipment.model.ts'

/** A search with fewer matches than this reads all of them; with more it scans the queue until a page is full. */
const manyMatches = 5_000

/** The last parcel of a page. `shipBy` is its own date, or that of its shipment: see `isByRow`. */
export interface Cursor {
  shipBy: Date
  shipmentId: string
  id: string
}

/** The cursor after a parcel. */
export function cursorOf({ shipment, entry }: FoundParcel, filters: Filters): string {
  const shipBy = isByRow(filters) ? entry.shipBy : queueFields(shipment).shipBy
  return [shipBy.getTime(), shipment._id, entry.id].join('.')
}

/** @throws 400 when it is not a cursor of this list */
export function readCursor(cursor: string): Cursor {
  const [, time, shipmentId, id] = /^(\d{1,15})\.([0-9a-f]{24})\.(.+)$/.exec(cursor) ?? []
  if (time === undefined || shipmentId === undefined || id === undefined) {
    throw invalid('This page does not exist. Please reload the list.')
  }
  return { shipBy: new Date(Number(time)), shipmentId, id }
}

interface Page {
  filters: Filters
  last: Cursor | null
  limit: number
}

type Reader = Pick<Deps, 'shipments'>

/** One parcel more than the page has. */
export const findPage = (page: Page, deps: Reader): Promise<FoundParcel[]> =>
  isByRow(page.filters) ? findByRow(page, deps) : findByShipment(page, deps)

/** Each shipment of the result has at least one of the parcels, except the one of the cursor. */
async function findByShipment({ filters, last, limit }: Page, { shipments }: Reader) {
  const filter = filterOf(filters)
  const query = shipments
    .find(last === null ? filter : { $and: [filter, from(last, isLatestFirst(filters))] }, { outbox: 0 })
    .sort(isLatestFirst(filters) ? { shipBy: -1, _id: -1 } : queueOrder)
    .limit(limit + 2)
  if (filters.q) query.hint(await searchIndex(filters, { shipments }))
  const found = await query.lean<Shipment[]>()
  return found
    .flatMap((shipment) => {
      const first = String(shipment._id) === last?.shipmentId ? indexOf(shipment, last) + 1 : 0
      return rowsOf(shipment, filters).filter(({ index }) => index >= first)
    })
    .slice(0, limit + 1)
}

/**
 * The parcels by their own dates. First the shipments that have a parcel at the time of the cursor, by id, then those with a
 * later one. Without a sort the database returns the latter in the order of the hinted index, each by its
 * first date after the cursor, and reads no more than the limit. It cannot sort by this date: the sort key of a list is its
 * smallest element, also if that does not match. `limit` + 2 shipments contain the next `limit` + 1 parcels.
 */
async function findByRow({ filters, last, limit }: Page, { shipments }: Reader): Promise<FoundParcel[]> {
  const read = (filter: QueryFilter<Shipment>) =>
    shipments
      .find(filter, { outbox: 0 })
      .hint(rowOrder)
      .limit(limit + 2)
  const after = last === null ? { $gte: new Date(0) } : { $gt: last.shipBy }
  const [same, later] = await Promise.all([
    last === null ? [] : read(atTimeOf(last, filters)).sort({ _id: 1 }).lean<Shipment[]>(),
    read(filterOf(filters, after)).lean<Shipment[]>(),
  ])
  const isLater = (row: Row) => last === null || row.entry.shipBy > last.shipBy
  return [
    ...same
      .flatMap((shipment) => rowsOf(shipment, filters))
      .filter((row) => !isLater(row) && isAfter(row, last)),
    ...later.flatMap((shipment) => rowsOf(shipment, filters)).filter(isLater),
  ]
    .toSorted(byDate)
    .slice(0, limit + 1)
}

const atTimeOf = ({ shipBy, shipmentId }: Cursor, filters: Filters): QueryFilter<Shipment> => ({
  $and: [
    filterOf(filters, { $gte: shipBy }),
    {
      queue: { $elemMatch: { state: filters.status, shipBy } },
      _id: { $gte: new Types.ObjectId(shipmentId) },
    },
  ],
})

interface Row extends FoundParcel {
  /** Its place in its shipment. */
  index: number
}

/** The matching parcels of a shipment. */
function rowsOf(shipment: Shipment, filters: Filters): Row[] {
  const isMatch = matcherOf(filters)
  const matching = new Set(shipment.queue?.filter(isMatch).map(({ id }) => id))
  return entriesOf(shipment).flatMap((entry, index) =>
    matching.has(entry.id) ? [{ shipment, entry, index }] : [],
  )
}

/** Whether a parcel follows the cursor's one among those with its date; also when that one has another state now. */
function isAfter({ shipment, entry, index }: Row, last: Cursor | null): boolean {
  if (last === null) return true
  if (entry.shipBy < last.shipBy) return false
  const id = String(shipment._id)
  return id === last.shipmentId ? index > indexOf(shipment, last) : id > last.shipmentId
}

const indexOf = (shipment: Shipment, { id }: Cursor) =>
  entriesOf(shipment).findIndex((entry) => entry.id === id)

const byDate = (a: Row, b: Row): number =>
  a.entry.shipBy.getTime() - b.entry.shipBy.getTime() ||
  String(a.shipment._id).localeCompare(String(b.shipment._id)) ||
  a.index - b.index

/** The number of parcels that a search finds, in at most `manyMatches` shipments. */
export async function countFound(filters: Filters, { shipments }: Reader): Promise<number> {
  const index = await searchIndex(filters, { shipments })
  // The queue begins with old parcels whose names are erased: a scan in its order would read all of them first.
  const isScan = index === queueOrder || isLatestFirst(filters)
  const found = await shipments
    .find(filterOf(filters), { queue: 1 })
    .hint(isScan ? termsIndex : index)
    .limit(manyMatches)
    .lean<Pick<Shipment, 'queue'>[]>()
  return found.flatMap(({ queue = [] }) => queue.filter(matcherOf(filters))).length
}

/** Few matches are all read by their words; for many the queue, or the parcels of the state, are scanned in their order. */
async function searchIndex({ q, status }: Filters, { shipments }: Reader) {
  const { terms } = termsOf(q)
  if (terms === undefined) return queueOrder
  // Each word alone is counted by the index; all together would have to be compared in the documents.
  const counts = terms.$all.map((word) =>
    shipments.countDocuments({ 'queue.terms': word }, { limit: manyMatches, hint: termsIndex }),
  )
  if (Math.min(...(await Promise.all(counts))) < manyMatches) return termsIndex
  return status === undefined ? queueOrder : stateOrder
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
