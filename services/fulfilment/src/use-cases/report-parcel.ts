import type { ParcelChange, QueuedParcel } from '@prankpost/contracts'
import { conflict, notFound } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import { isErased } from '../forget-addresses.ts'
import { askForPlace } from '../hold-places.ts'
import type { Parcel } from '../parcel.model.ts'
import { type FoundParcel, insistOnParcels, readParcel } from '../queued-parcels.ts'
import { changeAtOrder } from './change-at-order.ts'
import { noteDelivery } from './note-delivery.ts'

type Change = Omit<ParcelChange, 'parcelId'>

/**
 * Reports that a parcel arrived. Order decides and sends the one mail about it; its event reaches fulfilment, too, so a
 * crash in between loses nothing. A repeat changes nothing.
 * @throws 404 for an unknown parcel; 409 when it was not shipped; 503 when order is unavailable
 */
export async function reportDelivered(
  { id, at }: { id: string; at?: string | undefined },
  deps: Deps,
): Promise<QueuedParcel> {
  const found = await insistOnShipped(id, deps)
  // Before order decides: what is reported after that is newer.
  const time = new Date()
  await decide(found, { action: 'deliver', ...(at && { at }) }, deps)
  const { parcelId } = found.entry
  await noteDelivery({ parcelId, deliveredAt: at ?? time.toISOString(), time }, deps)
  return readParcel(id, deps)
}

/**
 * Reports that a parcel came back. Of a one-time order order's event reports it, too; of a plan a repeat completes it
 * after a crash. A repeat changes nothing.
 * @throws 404 for an unknown parcel; 409 when it was not shipped; 503 when order is unavailable
 */
export async function reportReturned({ id }: { id: string }, deps: Deps): Promise<QueuedParcel> {
  const found = await insistOnShipped(id, deps)
  await decide(found, { action: 'return' }, deps)
  await changeParcel(
    found,
    (parcel) => (parcel.returnedAt ? null : { ...parcel, returnedAt: new Date(), deliveredAt: null }),
    deps,
  )
  return readParcel(id, deps)
}

/**
 * Sends a parcel again that came back, to the same target: it is to be packed, with a new label, and order reports it to
 * the customer. Order decides, also about the month of a plan, on the same document as refunds: a parcel is refunded or sent
 * again. Its event applies the decision here, too, so a crash in between loses nothing. A second call, also of another
 * operator, is refused.
 * @throws 404 for an unknown parcel; 409 when it did not come back, was refunded, is sent again already, waits for a review,
 * when its plan ended, when its address was erased, and when no parcel may be sent to its target; 503 when order or consent
 * is unavailable
 */
export async function sendParcelAgain({ id }: { id: string }, deps: Deps): Promise<QueuedParcel> {
  const [found] = await insistOnParcels([id], deps)
  if (found === undefined) throw notFound()
  const { shipment, entry } = found
  const parcel = shipment.parcels.find((one) => one.id === entry.parcelId)
  if (parcel === undefined) throw conflict('This parcel did not come back.')
  if (isErased(parcel)) throw conflict('The address of this parcel was erased: it cannot be sent again.')
  const place = { shipment, parcelId: parcel.id, contact: parcel.contact }
  const { refusal, digest } = await askForPlace(place, deps, { lasts: true })
  if (refusal !== null) throw conflict(refusal)
  // Before the decision: if the address is listed from now on, the parcel is found by it.
  if (shipment.plan !== undefined)
    await changeParcel(
      found,
      (one) => (one.addressDigest === digest ? null : { ...one, addressDigest: digest }),
      deps,
    )
  await decide(found, { action: 'send-again' }, deps)
  return readParcel(id, deps)
}

/** Changes a parcel that was shipped in one write; `change` returns null to change nothing. */
export async function changeParcel(
  { shipment, entry }: FoundParcel,
  change: (parcel: Parcel) => Parcel | null,
  { outbox }: Pick<Deps, 'outbox'>,
): Promise<void> {
  await outbox.change({ _id: shipment._id }, ({ parcels }) => {
    const parcel = parcels.find(({ id }) => id === entry.parcelId)
    const changed = parcel === undefined ? null : change(parcel)
    if (changed === null) return null
    return { update: { $set: { parcels: parcels.map((one) => (one === parcel ? changed : one)) } } }
  })
}

async function insistOnShipped(id: string, deps: Deps): Promise<FoundParcel> {
  const [found] = await insistOnParcels([id], deps)
  if (found === undefined || found.entry.shippedAt === null) {
    throw conflict('This parcel was not shipped yet.')
  }
  return found
}

/** @throws 409 when order refuses */
async function decide(found: FoundParcel, change: Change, deps: Deps): Promise<void> {
  const result = (await changeAtOrder([{ ...found, change }], deps)).get(found.entry.id)
  if (result?.outcome === 'refused') throw conflict(result.message ?? 'This parcel cannot be changed now.')
}
