import type { EventData } from '@prankpost/contracts'
import { NotYet } from '@prankpost/messaging'
import type { Deps } from '../deps.ts'

type Plan = Pick<EventData<'subscription-cancelled'>, 'stripeSubscriptionId' | 'at'>

/**
 * Records the end of a plan: from now on nothing more is shipped or due for it. Shipped parcels do not change. A repeat
 * changes nothing.
 * @throws NotYet while no month of the plan is known here: there would be nothing to mark
 */
export async function withdrawPlan(
  plan: EventData<'subscription-cancelled'>,
  deps: Pick<Deps, 'shipments'>,
): Promise<void> {
  const known = await deps.shipments.exists(monthsOf(plan))
  if (known === null) throw new NotYet(`first month of plan ${plan.subscriptionId}`)
  await withdrawMonths(plan, deps)
}

/**
 * Marks every month of a plan. It repeats until a round finds no month to mark, because a round can miss a month that
 * is stored while it runs; a month that is stored later finds the others marked.
 */
export async function withdrawMonths(plan: Plan, { shipments }: Pick<Deps, 'shipments'>): Promise<void> {
  const withdrawn = {
    $set: { withdrawnAt: new Date(plan.at) },
    $unset: { parcelsDue: 1, dueSince: 1 },
    // Makes a concurrent shipment of a parcel fail, because its decision is based on the previous revision.
    $inc: { revision: 1 },
  } as const
  for (;;) {
    const { modifiedCount } = await shipments.updateMany({ ...monthsOf(plan), withdrawnAt: null }, withdrawn)
    if (modifiedCount === 0) return
  }
}

/** Whether the end of a plan was recorded: one of its months is marked. */
export async function isPlanWithdrawn(plan: Plan, { shipments }: Pick<Deps, 'shipments'>): Promise<boolean> {
  return (await shipments.exists({ ...monthsOf(plan), withdrawnAt: { $ne: null } })) !== null
}

/** Whether a parcel of a plan would still be sent: one of its months is not marked. */
export async function isPlanDue(plan: Plan, { shipments }: Pick<Deps, 'shipments'>): Promise<boolean> {
  return (await shipments.exists({ ...monthsOf(plan), withdrawnAt: null })) !== null
}

const monthsOf = ({ stripeSubscriptionId }: Plan) => ({ 'plan.stripeSubscriptionId': stripeSubscriptionId })
