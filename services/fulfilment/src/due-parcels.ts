import { shippingPromiseHours } from '@prankpost/contracts'
import type { Parcel, Shipment } from './shipment.model.ts'

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

/**
 * Since when what is unsent is promised: that of its earliest parcel.
 */
export function promisedSince(shipment: Counted & Pick<Shipment, 'paidAt'>): Date {
  const { paidAt, parcels } = shipment
  if (countNeverSent(shipment) > 0) return paidAt
  const since = parcels.filter(isUnsent).map((parcel) => parcelPromisedSince(parcel, paidAt).getTime())
  return since.length === 0 ? paidAt : new Date(Math.min(...since))
}

const promiseMs = shippingPromiseHours * 3_600_000

/**
 * Since when a parcel is promised: since the payment, or since the decision to send it again. One with a date of its own
 * counts as if it was paid 24 hours before it is to be shipped.
 */
function parcelPromisedSince({ sentAgainAt, shipBy }: Pick<Parcel, 'sentAgainAt' | 'shipBy'>, paidAt: Date) {
  return shipBy ? new Date(shipBy.getTime() - promiseMs) : (sentAgainAt ?? paidAt)
}

/** Until when a parcel is to be shipped; without a parcel, when what was paid at that time is. */
export const promisedUntil = (parcel: Pick<Parcel, 'sentAgainAt' | 'shipBy'>, paidAt: Date): Date =>
  new Date(parcelPromisedSince(parcel, paidAt).getTime() + promiseMs)

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
