import { erasedAddress, forgottenAddress } from '@prankpost/contracts'
import type { Change } from '@prankpost/messaging'
import { forgetAt, monthsAfter, nextCheckAt, noMoreAddresses } from '@prankpost/service-kit'
import { describedMonths } from './drawn-pairs.ts'
import type { DrawnSlot } from './drawn-slot.ts'
import { isHeld, isLost } from './due-parcels.ts'
import type { Parcel } from './parcel.model.ts'
import { slotId } from './queue-entry.ts'
import type { Shipment } from './shipment.model.ts'

/**
 * Erases the addresses of a shipment's parcels that were delivered or withdrawn some days ago, with tracking numbers, notes
 * and references; with the last of them the message, too. While a dispute is open nothing is erased. The id of a saved
 * target stays for 24 months, so that the draws of the next months know what its target received; it leads to an address only
 * while the customer keeps the target. An address that was erased with the account was erased before; its parcel's reference
 * stays until then, so that the recipient can still report it.
 */
export function forgetAddresses(
  shipment: Shipment,
  { now, days }: { now: Date; days: number },
): Change<Shipment> {
  if (isHeld(shipment)) return { update: { $set: { addressesDueAt: nextCheckAt([now], now) } } }
  const overAt = overSince(shipment)
  const dueOf = (parcel: Parcel) =>
    isForgotten(parcel)
      ? null
      : forgetAt({ ...parcel, withdrawnAt: parcel.withdrawnAt ?? overOf(parcel, overAt) }, days)
  const isDue = (due: Date | null) => due !== null && due <= now
  const parcels = shipment.parcels.map((parcel) => (isDue(dueOf(parcel)) ? forgotten(parcel, now) : parcel))
  const isOverDue = isDue(forgetAt({ withdrawnAt: overAt }, days))
  const gone = new Set(parcels.filter(isForgotten).map(({ id }) => id))
  const isGone = ({ parcelId }: DrawnSlot) => (parcelId === null ? isOverDue : gone.has(parcelId))
  const draw = shipment.draw?.map((slot) => (isGone(slot) ? withoutAddress(slot) : slot))
  const left = parcels.filter((parcel) => !isForgotten(parcel))
  const isAll = left.length === 0 && (!mayGrow(shipment) || isOverDue)
  const idsDueAt = isAll ? idsNeededUntil(shipment) : null
  const keepsIds = !isAll || (idsDueAt !== null && idsDueAt > now)
  const addressesDueAt = isAll ? (keepsIds && idsDueAt) || noMoreAddresses : nextCheckAt(left.map(dueOf), now)
  const idOf = <T extends { contactId: string | null }>(one: T): T =>
    keepsIds ? one : { ...one, contactId: null }
  const slotsLeft = (shipment.draw ?? []).filter((slot) => !isGone(slot))
  const idsLeft = new Set([
    ...left.map(({ id }) => id),
    ...slotsLeft.map((slot) => slotId(shipment._id, slot)),
  ])
  return {
    update: {
      $set: {
        parcels: parcels.map(idOf),
        addressesDueAt,
        ...(draw && { draw: draw.map(idOf) }),
        ...(isAll && { customMessage: null }),
        ...(shipment.references && {
          references: shipment.references.filter(({ parcelId }) => idsLeft.has(parcelId)),
        }),
      },
    },
  }
}

const isForgotten = ({ forgottenAt }: Parcel) => forgottenAt !== undefined

/** Whether the recipient was forgotten, or erased with the account of the customer. */
export const isErased = (parcel: Parcel) => isForgotten(parcel) || parcel.contact.name === erasedAddress.name

/** Since when nothing more of a shipment is sent; null while something may be. */
const overSince = (shipment: Shipment): Date | null =>
  shipment.withdrawnAt ??
  (isLost(shipment) ? (shipment.disputes?.find(({ status }) => status === 'lost')?.at ?? null) : null)

/** Until when draws read which targets a shipment had; null when they never do, or it has no ids of targets. */
function idsNeededUntil({ parcels, draw = [], lastShippedAt }: Shipment): Date | null {
  const hasIds = [...parcels, ...draw].some(({ contactId }) => contactId !== null)
  return hasIds && lastShippedAt ? monthsAfter(lastShippedAt, describedMonths) : null
}

/** A shipped parcel is not withdrawn with the rest of its shipment. */
const overOf = ({ shippedAt }: Parcel, overAt: Date | null) => (shippedAt === null ? overAt : null)

/** Whether a month of a plan gets more parcels. */
const mayGrow = ({ orderId, parcels, parcelsTotal }: Shipment) =>
  orderId === undefined && parcels.length < parcelsTotal

/** Earlier sendings of a parcel without their tracking numbers, which lead to the recipient. */
export const withoutTracking = (earlier: NonNullable<Parcel['earlier']>) =>
  earlier.map((one) => ({ ...one, trackingNumber: null }))

const forgotten = ({ addressDigest: _digest, ...parcel }: Parcel, at: Date): Parcel => ({
  ...parcel,
  contact: isErased(parcel) ? parcel.contact : { ...forgottenAddress },
  trackingNumber: null,
  adminNotes: null,
  heldBecause: null,
  ...(parcel.earlier && { earlier: withoutTracking(parcel.earlier) }),
  forgottenAt: at,
})

const withoutAddress = ({
  addressDigest: _digest,
  reviewKey: _key,
  printed,
  ...slot
}: DrawnSlot): DrawnSlot => ({
  ...slot,
  heldBecause: null,
  ...(printed && { printed: { ...printed, contact: { ...forgottenAddress } } }),
})
