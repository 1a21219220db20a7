import { shippingPromiseHours } from '@prankpost/contracts'
import type { Parcel } from './parcel.model.ts'
import type { Shipment } from './shipment.model.ts'

type Sent = Pick<Parcel, 'shippedAt' | 'withdrawnAt'>

/** Whether a parcel will never be sent. A shipped parcel is not withdrawn: it left. */
export const isWithdrawn = ({ shippedAt, withdrawnAt }: Sent) =>
  shippedAt === null && (withdrawnAt ?? null) !== null

/** Whether a parcel is still to be sent: it was neither shipped nor withdrawn. */
export const isUnsent = (parcel: Sent) => parcel.shippedAt === null && !isWithdrawn(parcel)

type Counted = Pick<Shipment, 'orderId' | 'parcels' | 'parcelsTotal'>

/** The number of parcels that a shipment still has to send, also again. */
export const countUnsent = (shipment: Counted): number =>
  countNeverSent(shipment) + shipment.parcels.filter(isUnsent).length

/** The number of parcels of a month that were never sent: they are added when they are shipped. An order has all from the beginning. */
export const countNeverSent = ({ orderId, parcels, parcelsTotal }: Counted): number =>
  orderId === undefined ? parcelsTotal - parcels.length : 0

/** Whether a dispute about the payment of a shipment is open. */
export const isHeld = ({ heldAt }: Pick<Shipment, 'heldAt'>) => (heldAt ?? null) !== null

/** Whether a dispute about the payment of a shipment was lost: the money is gone, so none of it is to be sent. */
export const isLost = ({ disputes = [] }: Pick<Shipment, 'disputes'>) =>
  disputes.some(({ status }) => status === 'lost')

type Promised = Counted & Pick<Shipment, 'paidAt'>

const promiseMs = shippingPromiseHours * 3_600_000

/**
 * Since when the unsent parcels are promised: the time of the earliest one. A parcel with a date of its own counts as paid 24
 * hours before its ship-by date.
 */
export function promisedSince(shipment: Promised): Date {
  const unsent = shipment.parcels.filter(isUnsent)
  const dated = unsent.flatMap(({ shipBy }) => (shipBy ? [shipBy.getTime() - promiseMs] : []))
  const isDated = dated.length > 0 && dated.length === unsent.length && countNeverSent(shipment) === 0
  return new Date(Math.min(...dated, ...(isDated ? [] : [undatedSince(shipment).getTime()])))
}

/**
 * Since when the parcels without a date are promised: since the payment. When only parcels that are sent again are left,
 * since the first decision to send one again.
 */
function undatedSince(shipment: Promised): Date {
  const { paidAt, parcels } = shipment
  if (countNeverSent(shipment) > 0) return paidAt
  const undated = parcels.filter((parcel) => isUnsent(parcel) && !parcel.shipBy)
  const again = undated.map(({ sentAgainAt }) => sentAgainAt ?? paidAt)
  return again.length === 0 ? paidAt : new Date(Math.min(...again.map((at) => at.getTime())))
}

/** Until when a parcel of a shipment is to be shipped: by its own date, or within 24 hours. */
export const promisedUntil = (shipment: Promised, { shipBy }: Pick<Parcel, 'shipBy'>): Date =>
  shipBy ?? new Date(undatedSince(shipment).getTime() + promiseMs)

/**
 * The update of the figures of a shipment, for its state after a change. None of it is due while a dispute is open, and
 * once it is withdrawn or its dispute is lost. It sets the fields or unsets them.
 */
export function dueUpdate(shipment: Shipment) {
  const parcelsDue = countUnsent(shipment)
  const isDue = parcelsDue > 0 && shipment.withdrawnAt === null && !isHeld(shipment) && !isLost(shipment)
  return isDue
    ? { $set: { parcelsDue, dueSince: promisedSince(shipment) } }
    : { $set: {}, $unset: { parcelsDue: 1 as const, dueSince: 1 as const } }
}
