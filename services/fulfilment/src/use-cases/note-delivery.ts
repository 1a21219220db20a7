import type { EventData } from '@prankpost/contracts'
import { NotYet } from '@prankpost/messaging'
import type { Deps } from '../deps.ts'
import type { Parcel } from '../parcel.model.ts'
import { isNotLater } from '../parcels-of-order.ts'

type Delivered = EventData<'parcel-delivered'>

/** A report about the delivery of a parcel, which order made at `time`. */
type Delivery = Pick<Delivered, 'parcelId' | 'deliveredAt' | 'isTakenBack'> & { time: Date }

/** The report in an event. Events of earlier versions say only when they were emitted. */
export const deliveryOf = ({ at, ...data }: Delivered, emittedAt = new Date(0)): Delivery => ({
  ...data,
  time: at === undefined ? emittedAt : new Date(at),
})

/** Whether a report is newer than what is known of the parcel. The date of a carrier may be ahead of the report. */
export function isDeliveryNews({ deliveredAt, time }: Delivery, parcel: Parcel): boolean {
  const { returnedAt, deliveryReportedAt } = parcel
  if (isNotLater(new Date(deliveredAt), parcel) || isNotLater(time, parcel)) return false
  return !(returnedAt && time < returnedAt) && !(deliveryReportedAt && time <= deliveryReportedAt)
}

/**
 * Records that a parcel arrived, as order reported it at `time`: from the queue, an import or the order's page; or that this was
 * taken back. The newest report counts. A repeat changes nothing, and neither does the delivery of a sending that came back, nor a
 * report from before the parcel came back. A parcel that is not known here is ignored: orders that were imported as shipped have
 * no shipment.
 * @throws NotYet when the parcel is known and not shipped yet: the event that ships it is on its way
 */
export async function noteDelivery(report: Delivery, { outbox }: Pick<Deps, 'outbox'>): Promise<void> {
  const { parcelId, deliveredAt, isTakenBack, time } = report
  await outbox.change({ 'parcels.id': parcelId }, ({ parcels }) => {
    const parcel = parcels.find(({ id }) => id === parcelId)
    if (parcel !== undefined && !isDeliveryNews(report, parcel)) return null
    if (parcel === undefined || parcel.shippedAt === null) throw new NotYet(`shipping of parcel ${parcelId}`)
    const arrived = isTakenBack
      ? { deliveredAt: null }
      : { deliveredAt: new Date(deliveredAt), returnedAt: null }
    const next = { ...parcel, ...arrived, deliveryReportedAt: time }
    return { update: { $set: { parcels: parcels.map((one) => (one === parcel ? next : one)) } } }
  })
}
