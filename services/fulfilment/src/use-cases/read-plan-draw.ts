import type { PlanDraw } from '@prankpost/contracts'
import type { Deps } from '../deps.ts'
import { planOf, readPool } from '../draw-pool.ts'
import type { Shipment } from '../shipment.model.ts'
import { drawMonth } from './draw-month.ts'

/**
 * What was drawn for the parcels of a plan that are due, oldest month first, for the operator's ship form. Each month is
 * completed first, as in `readDraw`. Empty for a plan of which nothing is due.
 * @throws 503 when contact or catalog is unavailable
 */
export async function readPlanDraw(
  { stripeSubscriptionId }: { stripeSubscriptionId: string },
  deps: Deps,
): Promise<PlanDraw> {
  const months = await deps.shipments
    .find({ 'plan.stripeSubscriptionId': stripeSubscriptionId, parcelsDue: { $gt: 0 } })
    .sort({ 'plan.periodStart': 1 })
    .lean<Shipment[]>()
  const drawn: PlanDraw = []
  // Each pool has the pairs of the months before.
  for (const month of months) {
    drawn.push(...openSlotsOf(await drawMonth(month, await readPool(planOf(month), deps), deps)))
  }
  return drawn
}

const openSlotsOf = ({ invoiceId = '', draw = [] }: Shipment): PlanDraw =>
  draw
    .filter(({ parcelId }) => parcelId === null)
    .map(({ slot, prankId, contactId }) => ({ invoiceId, slot, prankId, contactId }))
