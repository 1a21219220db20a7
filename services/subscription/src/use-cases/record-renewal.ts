import type { EventData } from '@prankpost/contracts'
import { NotYet } from '@prankpost/messaging'
import type { Deps } from '../deps.ts'
import { isPastDue, type Plan } from '../plan.model.ts'
import { changeWithEvents, describePlan, emit } from '../plan-events.ts'
import { toMonth } from './mark-plan-paid.ts'

/**
 * Records a further paid month and emits subscription-renewed, once for each invoice; also for a plan that has ended
 * since, because the month was paid. A past-due plan becomes active again when no newer month is unpaid.
 * @throws NotYet while the plan's first month is not recorded here
 */
export async function recordRenewal(
  renewal: EventData<'plan-renewed'>,
  { outbox }: Pick<Deps, 'outbox'>,
): Promise<void> {
  const result = await outbox.change({ _id: renewal.planId }, (plan) => {
    if (plan.status === 'pending') throw new NotYet(`first month of plan ${plan._id}`)
    return plan.months.some(({ invoiceId }) => invoiceId === renewal.month.invoiceId)
      ? null
      : renew(plan, renewal)
  })
  if (result === null) throw new NotYet(`plan ${renewal.planId}`)
}

function renew(plan: Plan, { month, amountCents }: EventData<'plan-renewed'>) {
  const months = [...plan.months, toMonth(month)]
  const running = isPastDue(months, plan.failedThrough) ? 'past_due' : 'active'
  const status = plan.status === 'cancelled' ? 'cancelled' : running
  const described = describePlan(plan, plan.status, status)
  const events = [emit('subscription-renewed', plan._id, { ...described, amountCents, month })]
  if (plan.status === 'past_due' && status === 'active') {
    events.push(emit('subscription-updated', plan._id, { ...described, change: 'recovered' }))
  }
  return changeWithEvents({ months, status }, events)
}
