import { isWithin, within } from '@prankpost/contracts'
import type { Deps } from '../deps.ts'
import { entriesOf } from '../queue-entry.ts'
import type { FoundParcel } from '../queued-parcels.ts'
import type { Shipment } from '../shipment.model.ts'
import { changeAtOrder } from './change-at-order.ts'

/**
 * Withdraws the parcels of plans that wait to be sent again to an address that is on the do-not-prank list: order decides, withdraws
 * and refunds each in one write, and its answer is applied here. A parcel that was shipped meanwhile stays shipped. A repeat, after a
 * crash in between, finds order's decision and applies it.
 * @throws 503 when order is unavailable; the message is redelivered
 */
export async function withdrawAgain(
  { digest }: { digest: string },
  deps: Pick<Deps, 'shipments' | 'outbox' | 'order'>,
): Promise<void> {
  const months = await deps.shipments.find({ 'parcels.addressDigest': within(digest) }).lean<Shipment[]>()
  const found = months.flatMap((shipment) => parcelsTo(shipment, digest))
  const change = { action: 'withdraw' as const }
  if (found.length > 0)
    await changeAtOrder(
      found.map((parcel) => ({ ...parcel, change })),
      deps,
    )
}

/** Not only those that are unsent here: order may have decided to send one again a moment ago. */
const parcelsTo = (shipment: Shipment, digest: string): FoundParcel[] =>
  shipment.parcels
    .filter(({ addressDigest, withdrawnAt }) => isWithin(addressDigest, digest) && !withdrawnAt)
    .flatMap(({ id }) => entriesOf(shipment).find(({ parcelId }) => parcelId === id) ?? [])
    .map((entry) => ({ shipment, entry }))
