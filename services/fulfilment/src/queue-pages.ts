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
 * The parcels by their own dates: those at the time of the cursor, by id of their shipments, then those with a later one. Each read
 * is in the order of the hinted index, and reads no more than its limit.
 */
async function findByRow(page: Page, deps: Reader): Promise<FoundParcel[]> {
  const { last, limit } = page
  const [same, later] = await Promise.all([
    last === null ? [] : readSame(last, page, deps),
    readLater(page, deps),
  ])
  return [...same, ...later].slice(0, limit + 1)
}

async function readSame(last: Cursor, { filters, limit }: Page, { shipments }: Reader): Promise<Row[]> {
  const { shipBy, shipmentId } = last
  const filter = { ...filterOf(filters, { $eq: shipBy }), _id: { $gte: new Types.ObjectId(shipmentId) } }
  const found = await shipments
    .find(filter, { outbox: 0 })
    .hint(rowOrder)
    .sort({ _id: 1 })
    .limit(limit + 2)
    .lean<Shipment[]>()
  return found
    .flatMap((shipment) => rowsOf(shipment, filters))
    .filter((row) => row.entry.shipBy <= shipBy && isAfter(row, last))
    .toSorted(byDate)
}

/**
 * Without a sort the database returns shipments by their first date after the cursor in this state. It cannot sort by this date:
 * the sort key of a list is its smallest element, also if that does not match. With a prank or a region, the first date may be that
 * of another parcel: then more are read, until no further shipment can have a parcel of this page.
 */
async function readLater({ filters, last, limit }: Page, { shipments }: Reader): Promise<Row[]> {
  const filter = filterOf(filters, last === null ? { $gte: new Date(0) } : { $gt: last.shipBy })
  const isLater = ({ shipBy }: { shipBy: Date }) => last === null || shipBy > last.shipBy
  const isInState = matcherOf({ status: filters.status, shipBy: filters.shipBy })
  for (let size = limit + 2; ; size *= 2) {
    const found = await shipments.find(filter, { outbox: 0 }).hint(rowOrder).limit(size).lean<Shipment[]>()
    const rows = found
      .flatMap((shipment) => rowsOf(shipment, filters))
      .filter(({ entry }) => isLater(entry))
      .toSorted(byDate)
    const farthest = found.at(-1)
    const lastOfPage = rows[limit]
    if (farthest === undefined || found.length < size) return rows
    const dates = farthest.queue?.filter((row) => isInState(row) && isLater(row)) ?? []
    const first = Math.min(...dates.map(({ shipBy }) => shipBy.getTime()))
    if (lastOfPage && compare(keyOf(lastOfPage), [first, String(farthest._id)]) <= 0) return rows
  }
}

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

type Key = [time: number, shipmentId: string]

const keyOf = ({ entry, shipment }: Row): Key => [entry.shipBy.getTime(), String(shipment._id)]

const compare = ([time, id]: Key, [otherTime, otherId]: Key): number =>
  time - otherTime || id.localeCompare(otherId)

const byDate = (a: Row, b: Row): number => compare(keyOf(a), keyOf(b)) || a.index - b.index

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
