import { refundAnswer } from '@prankpost/contracts'
import { notFound } from '@prankpost/service-kit'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import { insistOnParcels } from '../queued-parcels.ts'

/**
 * Refunds a parcel that came back, of an order or of a plan. Order decides on the order of the parcel, for a plan on that of its
 * month, where it also decides whether it is sent again: one of the two happens. Nothing is stored here, so a repeat after a crash
 * returns the same refund.
 * @throws 404 for an unknown parcel; 409 when it did not come back, is sent again, or when the money does not allow it; 503 when
 * order is unavailable
 */
export async function refundParcel(
  { id }: { id: string },
  deps: Pick<Deps, 'shipments' | 'order'>,
): Promise<z.output<typeof refundAnswer>> {
  const [found] = await insistOnParcels([id], deps)
  if (found === undefined) throw notFound()
  const { orderId = null, invoiceId = null } = found.shipment
  const request = { orderId, invoiceId, parcelId: found.entry.parcelId }
  return deps.order.post('/internal/parcels/refund', refundAnswer, request)
}
