import type { EventData } from '@prankpost/contracts'
import { NotYet } from '@prankpost/messaging'
import type { Deps } from '../deps.ts'
import { isPastDue, type Plan } from '../plan.model.ts'
import { changeWithEvents, describePlan, emit } from '../plan-events.ts'
import { termsFrom } from '../plan-terms.ts'

/**
 * Marks a plan past due when the payment of a month newer than all paid ones failed, and emits subscription-updated with
 * the sum and the number of pranks of that month: a planned change may begin with it. The terms of the plan stay until
 * a month is paid. A repetition finds the month and changes nothing, as do further failed attempts for it, and a failure
 * whose month or a later one is already paid or dropped, or whose plan has ended. Status and event are one write, so
 * a process that dies after it has lost nothing.
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
    if (plan.status === 'cancelled' || isKnown || !isPastDue({ ...plan, failedThrough })) return null
    const events = plan.status === 'active' ? [pastDue(plan, failure)] : []
    return changeWithEvents({ status: 'past_due', failedThrough }, events, { remindAt: 1 })
  })
  if (result === null) throw new NotYet(`plan ${failure.planId}`)
}

function pastDue(plan: Plan, { periodStart, amountCents }: EventData<'plan-payment-failed'>) {
  const { prankCount } = termsFrom(plan, new Date(periodStart), amountCents)
  const billed = { ...plan, prankCount, amountCents }
  return emit('subscription-updated', plan._id, {
    ...describePlan(billed, plan.status, 'past_due'),
    change: 'past_due',
  })
}
