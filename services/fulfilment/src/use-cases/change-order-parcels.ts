import type { EventData } from '@prankpost/contracts'
import { type Change, NotYet } from '@prankpost/messaging'
import type { Deps } from '../deps.ts'
import { dueUpdate } from '../due-parcels.ts'
import { isNewer, type OrderParcels, withOrderParcels } from '../parcels-of-order.ts'
import type { Shipment } from '../shipment.model.ts'

/**
 * Applies corrected addresses and withdrawn parcels of a one-time order, and what operators did with its parcels in the
 * queue, in one write with the events of parcels that were shipped. The event contains the whole
 * state: of two events out of order the one with the higher revision applies, and a repeat changes nothing. A shipped
 * parcel does not change.
 * @throws NotYet when the order's order-paid has not arrived yet
 */
export async function changeOrderParcels(
  { orderId, at, ...state }: EventData<'order-parcels-changed'>,
  { outbox }: Pick<Deps, 'outbox'>,
): Promise<void> {
  const result = await outbox.change({ orderId }, (shipment) =>
    applyOrderParcels(shipment, state, new Date(at)),
  )
  if (result === null) throw new NotYet(`shipment of order ${orderId}`)
}

/** The write that applies order's state; null when it is not newer than the stored one. */
export function applyOrderParcels(
  shipment: Shipment,
  state: OrderParcels,
  at: Date,
): Change<Shipment> | null {
  if (!isNewer(state, shipment)) return null
  const { fields, events } = withOrderParcels(shipment, state, at)
  const { $set, ...due } = dueUpdate({ ...shipment, ...fields })
  return { update: { ...due, $set: { ...$set, ...fields } }, events }
}
