import type { EventData } from '@prankpost/contracts'
import type { Deps } from '../deps.ts'
import { isErased } from '../forget-addresses.ts'
import type { Parcel } from '../parcel.model.ts'
import { isNotLater } from '../parcels-of-order.ts'

type Tracking = EventData<'parcel-tracking-changed'>

/** Whether an event is newer than what is known of the parcel, and about its present sending. */
export function isTrackingNews({ at }: Pick<Tracking, 'at'>, parcel: Parcel): boolean {
  const trackedAt = new Date(at)
  if (isErased(parcel) || isNotLater(trackedAt, parcel)) return false
  return !parcel.trackedAt || trackedAt > parcel.trackedAt
}

/**
 * Records the tracking number and the carrier of a sent parcel of a plan, as an operator set them in its order, or removed them. The
 * newest event counts: a repeat and an earlier one that is late change nothing, and neither does one about a sending that came
 * back. One write, so a crash before it changes nothing, and the event is redelivered.
 */
export async function noteTracking(
  { parcelId, carrier, trackingNumber, at }: Tracking,
  { outbox }: Pick<Deps, 'outbox'>,
): Promise<void> {
  await outbox.change({ 'parcels.id': parcelId }, ({ parcels }) => {
    const parcel = parcels.find(({ id }) => id === parcelId)
    if (parcel === undefined || !isTrackingNews({ at }, parcel)) return null
    const next = { ...parcel, carrier, trackingNumber, trackedAt: new Date(at) }
    return { update: { $set: { parcels: parcels.map((one) => (one === parcel ? next : one)) } } }
  })
}
