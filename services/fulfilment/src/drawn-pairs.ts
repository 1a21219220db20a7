import type { Pair } from '@prankpost/contracts/fair-draw'
import { monthsAfter } from '@prankpost/service-kit'
import type { Deps } from './deps.ts'
import { isOpen } from './draw.ts'
import type { DrawPool } from './draw-pool.ts'
import { isWithdrawn } from './due-parcels.ts'
import type { Shipment } from './shipment.model.ts'

/** No pair is drawn again within these months. */
export const repeatMonths = 6
/** A slot says since when its target has not had the prank, at most this many months back. Then the ids of targets are erased. */
export const describedMonths = 24
const maxShipments = 1_000

/** The key of a target and a prank. */
export const pairKey = ({ contactId, prankId }: Pair): string => `${contactId} ${prankId}`

/**
 * The pairs of targets and pranks that a month must not repeat: sent in the last 6 months, with orders and plans, or waiting to be
 * sent with another order or month. Those of the month itself, which are on its slots, are left out; and when older pairs were sent.
 */
export async function listDrawnPairs(
  { ownerId, monthId }: { ownerId: string; monthId: string },
  { shipments }: Pick<Deps, 'shipments'>,
): Promise<Pick<DrawPool, 'sent' | 'earlier'>> {
  const now = new Date()
  const found = await shipments
    .find(
      {
        ownerId,
        $or: [{ lastShippedAt: { $gte: monthsAfter(now, -describedMonths) } }, { parcelsDue: { $gt: 0 } }],
      },
      { outbox: 0, queue: 0, draws: 0 },
    )
    .sort({ lastShippedAt: -1 })
    .limit(maxShipments)
    .lean<Shipment[]>()
  const last = new Map<string, Pair & { at: Date }>()
  for (const pair of found.flatMap((shipment) => pairsOf(shipment, { now, monthId }))) {
    const known = last.get(pairKey(pair))
    if (known === undefined || known.at < pair.at) last.set(pairKey(pair), pair)
  }
  const since = monthsAfter(now, -repeatMonths)
  const pairs = [...last.values()]
  return {
    sent: pairs.filter(({ at }) => at >= since).map(({ contactId, prankId }) => ({ contactId, prankId })),
    earlier: new Map(pairs.filter(({ at }) => at < since).map((pair) => [pairKey(pair), pair.at])),
  }
}

function pairsOf(shipment: Shipment, { now, monthId }: { now: Date; monthId: string }) {
  const parcels = shipment.parcels.flatMap(({ contactId, prank, ...parcel }) =>
    contactId === null || isWithdrawn(parcel)
      ? []
      : { contactId, prankId: prank.id, at: parcel.shippedAt ?? now },
  )
  if (String(shipment._id) === monthId || shipment.orderId !== undefined || !isOpen(shipment)) return parcels
  const waiting = (shipment.draw ?? []).flatMap(({ contactId, prankId, parcelId }) =>
    contactId === null || parcelId !== null ? [] : { contactId, prankId, at: now },
  )
  return [...parcels, ...waiting]
}
