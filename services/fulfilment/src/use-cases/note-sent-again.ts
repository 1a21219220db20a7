import type { EventData } from '@prankpost/contracts'
import type { Deps } from '../deps.ts'
import { withMonthParcels } from '../parcels-of-order.ts'

/**
 * Sends a parcel of a plan's month again, as order decided; usually its answer was applied already. Parcels of one-time orders
 * follow order-parcels-changed. A repeat changes nothing, and neither does a decision that arrives after the next sending.
 */
export async function noteSentAgain(
  { parcelId, at }: Pick<EventData<'parcel-sent-again'>, 'parcelId' | 'at'>,
  { outbox }: Pick<Deps, 'outbox'>,
): Promise<void> {
  await outbox.change({ 'parcels.id': parcelId }, (shipment) =>
    shipment.orderId === undefined
      ? withMonthParcels(shipment, [{ parcelId, sentAgainAt: at, shippedAt: null }], new Date())
      : null,
  )
}
