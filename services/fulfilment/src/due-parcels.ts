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
 * Since when what is unsent is promised: since the payment. Once all that is left are parcels which are sent again, since
 * the first of these decisions.
 */
export function promisedSince(shipment: Counted & Pick<Shipment, 'paidAt'>): Date {
  const { paidAt, parcels } = shipment
  if (countNeverSent(shipment) > 0) return paidAt
  const again = parcels.filter(isUnsent).map(({ sentAgainAt }) => sentAgainAt ?? paidAt)
  return again.length === 0 ? paidAt : new Date(Math.min(...again.map((at) => at.getTime())))
}

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
