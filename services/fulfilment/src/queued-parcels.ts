import { internalPranks, ownedContacts, type QueuedParcel } from '@prankpost/contracts'
import { notFound } from '@prankpost/service-kit'
import type { Deps } from './deps.ts'
import type { DrawPool } from './draw-pool.ts'
import { isUnsent } from './due-parcels.ts'
import type { Parcel } from './parcel.model.ts'
import { toQueuedParcel } from './queue.dto.ts'
import { entriesOf, type QueueEntry } from './queue-entry.ts'
import type { Shipment } from './shipment.model.ts'

/** A parcel of the queue with its shipment, as it was read. */
export interface FoundParcel {
  shipment: Shipment
  entry: QueueEntry
}

/** The parcel of a plan that came back and waits to be sent again; undefined for any other one. */
export const againOfPlan = ({ shipment, entry }: FoundParcel): Parcel | undefined =>
  shipment.orderId === undefined
    ? shipment.parcels.find((one) => one.id === entry.parcelId && isUnsent(one))
    : undefined

/** The parcels with these ids, in the order of the ids; unknown ones are left out. */
export async function findParcels(
  ids: string[],
  { shipments }: Pick<Deps, 'shipments'>,
): Promise<FoundParcel[]> {
  const found = await shipments.find({ 'queue.id': { $in: ids } }).lean<Shipment[]>()
  const parcels = new Map(
    found.flatMap((shipment) => entriesOf(shipment).map((entry) => [entry.id, { shipment, entry }] as const)),
  )
  return [...new Set(ids)].flatMap((id) => parcels.get(id) ?? [])
}

/** The same, all of them. @throws 404 when some are not known */
export async function insistOnParcels(ids: string[], deps: Pick<Deps, 'shipments'>): Promise<FoundParcel[]> {
  const found = await findParcels(ids, deps)
  const unknown = new Set(ids).size - found.length
  if (unknown === 0) return found
  throw notFound(
    unknown === 1
      ? 'One of these parcels is not in the queue any more. Please reload.'
      : `${unknown} of these parcels are not in the queue any more. Please reload.`,
  )
}

/** A parcel as operators see it now. @throws 404 when it is not known */
export async function readParcel(
  id: string,
  deps: Pick<Deps, 'shipments' | 'catalog'>,
): Promise<QueuedParcel> {
  const [found] = await insistOnParcels([id], deps)
  const [shown] = found === undefined ? [] : await showParcels([found], deps)
  if (shown === undefined) throw notFound()
  return shown
}

/** Parcels as operators see them; `showsReview` for those who may see messages. @throws 503 when catalog is needed for a prank's name and unavailable */
export async function showParcels(
  found: FoundParcel[],
  deps: Pick<Deps, 'catalog'>,
  { showsReview = false } = {},
): Promise<QueuedParcel[]> {
  const needsNames = found.some(({ entry }) => entry.prank === null)
  const pranks = needsNames ? await fetchAllPranks(deps) : new Map()
  return found.map(({ shipment, entry }) => toQueuedParcel(shipment, entry, pranks, showsReview))
}

/** All pranks by id, also those that are not on sale any more: a drawn one may still be sent. */
export async function fetchAllPranks({ catalog }: Pick<Deps, 'catalog'>): Promise<DrawPool['pranks']> {
  const pranks = await catalog.get('/internal/pranks', internalPranks)
  return new Map(pranks.map((prank) => [prank.prankId, prank]))
}

/** The present address of a target; null when the customer's address book does not have it any more. */
export async function fetchAddress(
  ownerId: string,
  contactId: string,
  { contact }: Pick<Deps, 'contact'>,
): Promise<Parcel['contact'] | null> {
  const query = new URLSearchParams({ ownerId, ids: contactId })
  const [found] = await contact.get(`/internal/contacts?${query}`, ownedContacts)
  if (found === undefined) return null
  const { name, address, address2, city, state, zipCode } = found
  return { name, address, address2, city, state, zipCode }
}
