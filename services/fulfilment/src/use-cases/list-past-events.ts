import { dataschemaOf, type PastEvents } from '@prankpost/contracts'
import type { Deps } from '../deps.ts'
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
  month.parcels.map((parcel, index) => {
    const data = describeShipped(month, parcel, index + 1)
    return {
      id: parcel.eventId ?? '',
      type: 'prank-shipped',
      time: data.shippedAt,
      subject: data.shipmentId,
      dataschema: dataschemaOf('prank-shipped'),
      data,
    }
  })
