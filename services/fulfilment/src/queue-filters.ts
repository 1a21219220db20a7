import type { ParcelQuery } from '@prankpost/contracts'
import { searchFilter } from '@prankpost/service-kit'
import type { QueryFilter } from 'mongoose'
import type { QueueRow, Shipment } from './shipment.model.ts'

const dayMs = 86_400_000

/** These states are listed latest promise first: their parcels left the queue. */
const closed: readonly (string | undefined)[] = ['shipped', 'delivered', 'returned', 'withdrawn']

/** What an operator asks the queue for. */
export type Filters = Pick<ParcelQuery, 'status' | 'type' | 'prank' | 'state' | 'shipBy' | 'q'>

/**
 * Whether the latest promise is listed first. A search in all states finds names in the latest parcels only, because those of
 * earlier ones are forgotten.
 */
export const isLatestFirst = ({ status, q }: Filters): boolean =>
  status === undefined ? Boolean(q) : closed.includes(status)

/** Whether each parcel is listed by its own date: those of a state to be sent, without a search. */
export const isByRow = (filters: Filters): boolean =>
  filters.status !== undefined && !isLatestFirst(filters) && !filters.q

/** The time before which parcels are to be shipped; of a day its end. Undefined without this filter. */
export const endOf = ({ shipBy }: Filters): Date | undefined =>
  shipBy === undefined ? undefined : new Date(Date.parse(shipBy) + (shipBy.includes('T') ? 0 : dayMs))

/** Whether a row of a shipment that matches is itself one of the parcels that were asked for. */
export function matcherOf(filters: Filters) {
  const { status, prank, state: region, q } = filters
  const words = searchFilter(q).searchTerms?.$all ?? []
  const end = endOf(filters)
  return (row: QueueRow): boolean =>
    (status ?? row.state) === row.state &&
    (prank ?? row.prankId) === row.prankId &&
    (region ?? row.region) === row.region &&
    (end === undefined || row.shipBy < end) &&
    words.every((word) => row.terms.some((term) => word.test(term)))
}

/** The shipments with a row that matches; `dates` are further conditions for the date of this row. */
export function filterOf(
  filters: Filters,
  dates: { $gte?: Date; $gt?: Date; $eq?: Date } = {},
): QueryFilter<Shipment> {
  const { status, type, prank, state, q } = filters
  const end = endOf(filters)
  const shipBy = { ...dates, ...(end && { $lt: end }) }
  const row = {
    ...(status && { state: status }),
    ...(prank && { prankId: prank }),
    ...(state && { region: state }),
    ...termsOf(q),
    ...(Object.keys(shipBy).length > 0 && { shipBy }),
  }
  return {
    ...(Object.keys(row).length > 0 ? { queue: { $elemMatch: row } } : { 'queue.0': { $exists: true } }),
    ...(type && { [type === 'once' ? 'orderId' : 'invoiceId']: { $exists: true } }),
    // The bounds let the database use the index also without any other condition. A shipment's date is that of its
    // earliest unsent parcel, so with a day its parcels that left the queue earlier are not listed.
    ...(!isByRow(filters) && { shipBy: { $gte: new Date(0), ...(end && { $lt: end }) } }),
  } as QueryFilter<Shipment>
}

/** The condition for the words of a search; none without one. */
export function termsOf(q: string | undefined) {
  const { searchTerms } = searchFilter(q)
  return searchTerms === undefined ? {} : { terms: searchTerms }
}
