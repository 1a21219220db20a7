import type { EventData } from '@prankpost/contracts'
import { NotYet } from '@prankpost/messaging'
import type { Deps } from '../deps.ts'

type Plan = Pick<EventData<'subscription-cancelled'>, 'stripeSubscriptionId' | 'at'>

/**
 * Takes in the end of a plan: from here on nothing more is shipped for it, and nothing of it is due.
 * Parcels that left stay as they are. A repeat changes nothing.
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
 * Marks every month of a plan. It goes over them until a round finds none to mark, because one round
 * can miss a month that is stored while it runs; one that is stored later finds the others marked.
 */
export async function withdrawMonths(plan: Plan, { shipments }: Pick<Deps, 'shipments'>): Promise<void> {
  const withdrawn = {
    $set: { withdrawnAt: new Date(plan.at) },
    $unset: { parcelsDue: 1, dueSince: 1 },
    // A parcel that is being shipped at this moment was decided on what was there before: it loses.
    $inc: { revision: 1 },
  } as const
  for (;;) {
    const { modifiedCount } = await shipments.updateMany({ ...monthsOf(plan), withdrawnAt: null }, withdrawn)
    if (modifiedCount === 0) return
  }
}

/** Whether the end of a plan was taken in: one of its months is marked. */
export async function isPlanWithdrawn(plan: Plan, { shipments }: Pick<Deps, 'shipments'>): Promise<boolean> {
  return (await shipments.exists({ ...monthsOf(plan), withdrawnAt: { $ne: null } })) !== null
}

/** Whether something of a plan would still be sent: one of its months is not marked. */
export async function isPlanDue(plan: Plan, { shipments }: Pick<Deps, 'shipments'>): Promise<boolean> {
  return (await shipments.exists({ ...monthsOf(plan), withdrawnAt: null })) !== null
}

const monthsOf = ({ stripeSubscriptionId }: Plan) => ({ 'plan.stripeSubscriptionId': stripeSubscriptionId })
