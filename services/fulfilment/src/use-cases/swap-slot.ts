import { type DrawnPrank, maxSwapsPerMonth } from '@prankpost/contracts'
import { conflict, notFound } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import { describeDraw, isSwapLeft } from '../draw.dto.ts'
import { completedDraw, isOpen, type Redrawn, swappedDraw } from '../draw.ts'
import { type DrawPool, planOf, readPool } from '../draw-pool.ts'
import type { Shipment } from '../shipment.model.ts'
import { findNewestMonth, type OwnPlan } from './read-draw.ts'

/**
 * Draws one slot of the newest paid month again, and returns the whole draw. The slot, and that a swap was used, are
 * one conditional write on the month, like shipping: a slot is either swapped or shipped, and concurrent calls never
 * get more swaps than a month has. Each call is a swap of its own.
 * @throws 404 for an unknown plan or slot; 409 when the slot was shipped, has no target, or no swap is left; 503 when
 * contact or catalog is unavailable
 */
export async function swapSlot(
  { slot, ...plan }: OwnPlan & { slot: number },
  deps: Deps,
): Promise<DrawnPrank[]> {
  const { _id, ...month } = await findNewestMonth(plan, deps)
  const pool = await readPool(planOf({ _id, ...month }), deps)
  let swapped: Shipment = { _id, ...month }
  await deps.outbox.change({ _id }, (now) => {
    const fields = { ...swapIn(now, slot, pool), swaps: (now.swaps ?? 0) + 1 }
    swapped = { ...now, ...fields }
    return { update: { $set: fields } }
  })
  return describeDraw(swapped, pool)
}

function swapIn(month: Shipment, number: number, pool: DrawPool): Redrawn {
  const completed = isOpen(month) ? completedDraw(month, pool) : null
  const now = { ...month, ...completed }
  const slot = now.draw?.find((one) => one.slot === number)
  if (slot === undefined) throw notFound('This month has no such prank.')
  if (slot.parcelId !== null)
    throw conflict('This prank is on its way already, so it cannot be swapped any more.')
  if (slot.printed !== undefined)
    throw conflict('This prank is packed already, so it cannot be swapped any more.')
  if (!isOpen(month)) throw conflict('This prank is not sent any more, so it cannot be swapped.')
  if (!isSwapLeft(month)) {
    throw conflict(`You have swapped ${maxSwapsPerMonth} pranks this month. You can swap again next month.`)
  }
  if (slot.contactId === null) throw conflict('This prank has no target yet. Add a target first.')
  return { ...completed, ...swappedDraw(now, slot, pool) }
}
