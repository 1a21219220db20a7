import type { EventData } from '@prankpost/contracts'
import { NotYet } from '@prankpost/messaging'
import type { Deps } from '../deps.ts'
import { isPastDue, type Plan } from '../plan.model.ts'
import { changeWithEvents, describePlan, emit } from '../plan-events.ts'

/**
 * Marks a plan past due when the payment of a month newer than all paid ones failed, and emits subscription-updated.
 * Nothing changes after further failed attempts for the same month, if the month or a later one is already paid, or if
 * the plan has ended.
 * @throws NotYet while the plan's first month is not recorded here
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
    const { update, ...rest } = changeWithEvents(
      { status: 'past_due', failedThrough },
      plan.status === 'active' ? [pastDue(plan)] : [],
    )
    return { update: { ...update, $unset: { remindAt: 1 } }, ...rest }
  })
  if (result === null) throw new NotYet(`plan ${failure.planId}`)
}

const pastDue = (plan: Plan) =>
  emit('subscription-updated', plan._id, {
    ...describePlan(plan, plan.status, 'past_due'),
    change: 'past_due',
  })
