import { type QueuedParcel, refuseParcelAnswer } from '@prankpost/contracts'
import { checkpoint } from '@prankpost/messaging'
import { conflict } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import { insistOnParcels, readParcel } from '../queued-parcels.ts'
import { applyState } from './change-at-order.ts'

/**
 * Refuses a held parcel of a one-time order: order withdraws and refunds it in one write, and its state is applied here. When
 * the process dies in between, order-parcels-changed applies it. A repeat changes nothing.
 * @throws 404 for an unknown parcel; 409 for a parcel of a plan, and when it is not held, or was shipped or withdrawn; 503 when
 * order is unavailable
 */
export async function refuseParcel(
  { id, reason }: { id: string; reason: string },
  deps: Deps,
): Promise<QueuedParcel> {
  const [found] = await insistOnParcels([id], deps)
  const { orderId } = found?.shipment ?? {}
  if (found === undefined || orderId === undefined) {
    throw conflict(
      "A parcel of a plan's month is not refused: keep it held, and refund the month in its order.",
    )
  }
  const request = { orderId, parcelId: found.entry.parcelId, reason }
  const answer = await deps.order.post('/internal/parcels/refuse', refuseParcelAnswer, request)
  checkpoint('fulfilment:refusal-decided')
  await applyState(found.shipment, answer, deps.outbox)
  const [result] = answer.results
  if (result === undefined || result.outcome === 'refused') {
    throw conflict(result?.message ?? 'This parcel cannot be refused now.')
  }
  return readParcel(id, deps)
}
