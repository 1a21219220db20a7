import type { EventData } from '@prankpost/contracts'
import type { Deps } from '../deps.ts'
import { isErased } from '../forget-addresses.ts'
import { isNotLater } from '../parcels-of-order.ts'

/**
 * Records the tracking number and the carrier of a sent parcel of a plan, as an operator set them in its order, or removed them. The
 * newest event counts: a repeat and an earlier one that is late change nothing, and neither does one about a sending that came
 * back. One write, so a crash before it changes nothing, and the event is redelivered.
 */
export async function noteTracking(
  { parcelId, carrier, trackingNumber, at }: EventData<'parcel-tracking-changed'>,
  { outbox }: Pick<Deps, 'outbox'>,
): Promise<void> {
  const trackedAt = new Date(at)
  await outbox.change({ 'parcels.id': parcelId }, ({ parcels }) => {
    const parcel = parcels.find(({ id }) => id === parcelId)
    if (parcel === undefined || isErased(parcel) || isNotLater(trackedAt, parcel)) return null
    if (parcel.trackedAt && trackedAt <= parcel.trackedAt) return null
    const next = { ...parcel, carrier, trackingNumber, trackedAt }
    return { update: { $set: { parcels: parcels.map((one) => (one === parcel ? next : one)) } } }
  })
}
