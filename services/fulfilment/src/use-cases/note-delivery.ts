import type { EventData } from '@prankpost/contracts'
import { NotYet } from '@prankpost/messaging'
import type { Deps } from '../deps.ts'
import { isNotLater } from '../parcels-of-order.ts'

/**
 * Records that a parcel arrived, as order reported it at `time`: from the queue, an import or the order's page; or that this was
 * taken back. The newest report counts. A repeat changes nothing, and neither does the delivery of a sending that came back, nor a
 * report from before the parcel came back. A parcel that is not known here is ignored: orders that were imported as shipped have
 * no shipment.
 * @throws NotYet when the parcel is known and not shipped yet: the event that ships it is on its way
 */
export async function noteDelivery(
  {
    parcelId,
    deliveredAt,
    isTakenBack = false,
    time,
  }: Pick<EventData<'parcel-delivered'>, 'parcelId' | 'deliveredAt' | 'isTakenBack'> & { time: Date },
  { outbox }: Pick<Deps, 'outbox'>,
): Promise<void> {
  const at = new Date(deliveredAt)
  await outbox.change({ 'parcels.id': parcelId }, ({ parcels }) => {
    const parcel = parcels.find(({ id }) => id === parcelId)
    // The date of a carrier may be ahead of the report.
    if (parcel !== undefined && (isNotLater(at, parcel) || isNotLater(time, parcel))) return null
    if (parcel === undefined || parcel.shippedAt === null) throw new NotYet(`shipping of parcel ${parcelId}`)
    const { returnedAt, deliveryReportedAt } = parcel
    if ((returnedAt && time < returnedAt) || (deliveryReportedAt && time <= deliveryReportedAt)) return null
    const arrived = isTakenBack ? { deliveredAt: null } : { deliveredAt: at, returnedAt: null }
    const next = { ...parcel, ...arrived, deliveryReportedAt: time }
    return { update: { $set: { parcels: parcels.map((one) => (one === parcel ? next : one)) } } }
  })
}
