import type { DrawnPrank } from '@prankpost/contracts'
import { notFound } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import { describeDraw } from '../draw.dto.ts'
import { planOf, readPool } from '../draw-pool.ts'
import type { Shipment } from '../shipment.model.ts'
import { drawMonth } from './draw-month.ts'

export interface OwnPlan {
  subscriptionId: string
  ownerId: string
}

/**
 * The draw of the newest paid month of a customer's plan. It is completed first: a month that is not drawn yet, because
 * contact or catalog was unavailable, is drawn now, and slots that are not possible any more are drawn again.
 * @throws 404 for a plan without a paid month or of another customer, 503 when contact or catalog is unavailable
 */
export async function readDraw(plan: OwnPlan, deps: Deps): Promise<DrawnPrank[]> {
  const month = await findNewestMonth(plan, deps)
  const pool = await readPool(planOf(month), deps)
  return describeDraw(await drawMonth(month, pool, deps), pool)
}

/** The newest paid month of a customer's plan. @throws 404 for a plan without one or of another customer */
export async function findNewestMonth(
  { subscriptionId, ownerId }: OwnPlan,
  { shipments }: Pick<Deps, 'shipments'>,
): Promise<Shipment> {
  const month = await shipments
    .findOne({ ownerId, 'plan.subscriptionId': subscriptionId })
    .sort({ 'plan.periodStart': -1 })
    .lean<Shipment>()
  if (month === null) throw notFound('We could not find a paid month of this plan.')
  return month
}
