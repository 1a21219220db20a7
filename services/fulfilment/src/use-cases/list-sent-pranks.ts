import type { SentPranks } from '@prankpost/contracts'
import { monthsAfter } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import { repeatMonths } from '../drawn-pairs.ts'
import type { Shipment } from '../shipment.model.ts'

const maxSent = 1_000

/**
 * The pranks sent to a customer's targets in the last 6 months, newest first, from orders and plans: at most 1,000
 * parcels. Only targets of the address book are included: others cannot be chosen again.
 */
export async function listSentPranks(
  { ownerId }: { ownerId: string },
  { shipments }: Pick<Deps, 'shipments'>,
): Promise<SentPranks> {
  const since = monthsAfter(new Date(), -repeatMonths)
  const found = await shipments
    .find(
      { ownerId, lastShippedAt: { $gte: since } },
      { 'parcels.contactId': 1, 'parcels.prank.id': 1, 'parcels.shippedAt': 1 },
    )
    .sort({ lastShippedAt: -1 })
    .limit(maxSent)
    .lean<Pick<Shipment, 'parcels'>[]>()
  return found
    .flatMap(({ parcels }) => parcels)
    .flatMap(({ contactId, prank, shippedAt }) =>
      contactId === null || shippedAt === null || shippedAt < since
        ? []
        : [{ contactId, prankId: prank.id, shippedAt: shippedAt.toISOString() }],
    )
    .sort((a, b) => b.shippedAt.localeCompare(a.shippedAt))
    .slice(0, maxSent)
}
