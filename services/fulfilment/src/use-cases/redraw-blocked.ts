import { within } from '@prankpost/contracts'
import { checkpoint } from '@prankpost/messaging'
import { isOutage } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import { drawWithout, isOpen } from '../draw.ts'
import { type PoolDeps, planOf, readPool } from '../draw-pool.ts'
import type { Shipment } from '../shipment.model.ts'

type RedrawDeps = Pick<Deps, 'outbox'> & PoolDeps

/**
 * Draws the unsent parcels of plans again whose address, or the house of it, is on the do-not-prank list, or has an open case, each month in one
 * conditional write, like shipping: a slot is either drawn again or shipped. A slot without another target waits for one, and
 * its share is refunded when the plan ends. One-time orders are withdrawn or held by order. A repeat finds nothing; if the
 * process dies between two months, the redelivered event draws the others.
 * @throws 503 when contact or catalog is unavailable, and, after the others, when a month cannot be changed; the message is
 * redelivered
 */
export async function redrawBlocked({ digest }: { digest: string }, deps: RedrawDeps): Promise<void> {
  const months = await deps.shipments
    .find({ draw: { $elemMatch: { addressDigest: within(digest), parcelId: null } } })
    .lean<Shipment[]>()
  const failures: unknown[] = []
  for (const month of months) {
    if (!isOpen(month)) continue
    await redraw(month, digest, deps).catch((error) => {
      if (isOutage(error)) throw error
      failures.push(error)
    })
  }
  if (failures.length > 0) throw failures[0]
}

async function redraw(month: Shipment, digest: string, deps: RedrawDeps): Promise<void> {
  const pool = await readPool(planOf(month), deps)
  await deps.outbox.change({ _id: month._id }, (now) => {
    const fields = drawWithout(now, digest, pool)
    return fields === null ? null : { update: { $set: fields } }
  })
  checkpoint('fulfilment:blocked-redrawn')
}
