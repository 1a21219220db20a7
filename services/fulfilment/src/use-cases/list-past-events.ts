import { dataschemaOf, type PastEvents } from '@prankpost/contracts'
import type { Deps } from '../deps.ts'
import type { Parcel } from '../parcel.model.ts'
import { monthsByAge, type Shipment } from '../shipment.model.ts'
import { describeShipped } from '../shipped-parcel.ts'

/**
 * Every prank-shipped of plans' parcels after `cursor`, with its original id, time and data: a projection built from
 * them equals one built from the queue. `nextCursor` is null at the end.
 */
export async function listPastEvents(
  { cursor, limit }: { cursor?: string | undefined; limit: number },
  { shipments }: Pick<Deps, 'shipments'>,
): Promise<PastEvents> {
  const isMonth = { invoiceId: { $exists: true } }
  const found = await shipments
    .find(cursor ? { ...isMonth, _id: { $gt: cursor } } : isMonth, { outbox: 0 })
    .hint(monthsByAge)
    .sort({ _id: 1 })
    .limit(limit)
    .lean()
  return {
    events: found.flatMap(eventsOf),
    nextCursor: found.length === limit ? String(found.at(-1)?._id) : null,
  }
}

const eventsOf = (month: Omit<Shipment, 'outbox'>): PastEvents['events'] =>
  month.parcels.flatMap((parcel, index) => {
    // A parcel that came back was sent several times, and perhaps waits to be sent again.
    const sent = parcel.shippedAt === null ? [] : [parcel]
    const sendings = [...(parcel.earlier ?? []).map((one) => ({ ...parcel, ...one })), ...sent]
    return sendings.map((one) => eventOf(month, one, index + 1))
  })

function eventOf(
  month: Omit<Shipment, 'outbox'>,
  parcel: Parcel,
  number: number,
): PastEvents['events'][number] {
  const data = describeShipped(month, parcel, number)
  return {
    id: parcel.eventId ?? '',
    type: 'prank-shipped',
    time: data.shippedAt,
    subject: data.shipmentId,
    dataschema: dataschemaOf('prank-shipped'),
    data,
  }
}
