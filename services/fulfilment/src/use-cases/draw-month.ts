import { checkpoint } from '@prankpost/messaging'
import type { Deps } from '../deps.ts'
import { completedDraw, isOpen } from '../draw.ts'
import type { DrawPool } from '../draw-pool.ts'
import type { Shipment } from '../shipment.model.ts'

/**
 * Completes the draw of a month in one conditional write, and returns the month as it is then. A parcel that is shipped
 * at the same time keeps its slot, because the draw is decided again for the changed month. The record of the draw is part of the
 * write: what was drawn can always be repeated. A repeat changes nothing.
 */
export async function drawMonth(
  month: Shipment,
  pool: DrawPool,
  { outbox }: Pick<Deps, 'outbox'>,
): Promise<Shipment> {
  let drawn = month
  await outbox.change({ _id: month._id }, (now) => {
    const fields = isOpen(now) ? completedDraw(now, pool) : null
    drawn = fields === null ? now : { ...now, ...fields }
    return fields === null ? null : { update: { $set: fields } }
  })
  checkpoint('fulfilment:month-drawn')
  return drawn
}
