import type { Deps } from '../deps.ts'
import { completedDraw, isOpen } from '../draw.ts'
import type { DrawPool } from '../draw-pool.ts'
import type { Shipment } from '../shipment.model.ts'

/**
 * Completes the draw of a month in one conditional write, and returns the month as it is then. A parcel that is shipped
 * at the same time keeps its slot, because the draw is decided again for the changed month. A repeat changes nothing.
 */
export async function drawMonth(
  month: Shipment,
  pool: DrawPool,
  { outbox }: Pick<Deps, 'outbox'>,
): Promise<Shipment> {
  let drawn = month
  await outbox.change({ _id: month._id }, (now) => {
    const draw = isOpen(now) ? completedDraw(now, pool) : null
    drawn = draw === null ? now : { ...now, draw }
    return draw === null ? null : { update: { $set: { draw } } }
  })
  return drawn
}
