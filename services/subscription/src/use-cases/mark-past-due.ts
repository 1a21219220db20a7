import type { EventData } from '@prankpost/contracts'
import { NotYet } from '@prankpost/messaging'
import type { Deps } from '../deps.ts'
import { isPastDue, type Plan } from '../plan.model.ts'
import { describePlan, emit, tell } from '../plan-events.ts'

/**
 * Marks a plan past due when a month newer than all paid ones could not be collected, and tells the
 * others. Further tries of the same month, news that a payment has overtaken, and a plan that has
 * ended change nothing.
 * @throws NotYet while the plan's first month is not known here
 */
export async function markPastDue(
  failure: EventData<'plan-payment-failed'>,
  { outbox }: Pick<Deps, 'outbox'>,
): Promise<void> {
  const failedThrough = new Date(failure.periodStart)
  const result = await outbox.change({ _id: failure.planId }, (plan) => {
    if (plan.status === 'pending') throw new NotYet(`first month of plan ${plan._id}`)
    const isKnown = plan.failedThrough !== null && plan.failedThrough >= failedThrough
    if (plan.status === 'cancelled' || isKnown || !isPastDue(plan.months, failedThrough)) return null
    return tell({ status: 'past_due', failedThrough }, plan.status === 'active' ? [pastDue(plan)] : [])
  })
  if (result === null) throw new NotYet(`plan ${failure.planId}`)
}

const pastDue = (plan: Plan) =>
  emit('subscription-updated', plan._id, {
    ...describePlan(plan, plan.status, 'past_due'),
    change: 'past_due',
  })
