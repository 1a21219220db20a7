import { type EventData, erasedAddress } from '@prankpost/contracts'
import type { Parcel, Shipment } from './shipment.model.ts'

/** The parcels of a one-time order as order knows them. */
export type OrderParcels = Pick<EventData<'order-parcels-changed'>, 'parcelsRevision' | 'parcels'>

/** Whether order's state is newer than the stored one. */
export const isNewer = ({ parcelsRevision }: OrderParcels, shipment: Pick<Shipment, 'parcelsRevision'>) =>
  parcelsRevision > (shipment.parcelsRevision ?? 0)

/**
 * The parcels and their revision after order's state is applied; an older state changes nothing. A shipped parcel keeps
 * the address that it was sent to, and an address that was erased with its account is not stored again.
 */
export function withOrderParcels(
  shipment: Shipment,
  state: OrderParcels,
  at: Date,
): { parcels: Parcel[]; parcelsRevision: number } {
  const { parcels, parcelsRevision = 0 } = shipment
  if (!isNewer(state, shipment)) return { parcels, parcelsRevision }
  const known = new Map(state.parcels.map((parcel) => [parcel.parcelId, parcel]))
  const apply = (parcel: Parcel): Parcel => {
    const now = known.get(parcel.id)
    if (now === undefined || parcel.shippedAt !== null) return parcel
    const withdrawnAt = now.isWithdrawn ? (parcel.withdrawnAt ?? at) : null
    const contact = parcel.contact.name === erasedAddress.name ? parcel.contact : now.contact
    return { ...parcel, contact, withdrawnAt }
  }
  return { parcels: parcels.map(apply), parcelsRevision: state.parcelsRevision }
}
