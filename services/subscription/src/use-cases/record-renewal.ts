import type { EventData } from '@prankpost/contracts'
import { NotYet } from '@prankpost/messaging'
import type { Deps } from '../deps.ts'
import { currentMonth, isPastDue, type Plan } from '../plan.model.ts'
import { changeWithEvents, describeChange, describeMonth, describePlan, emit } from '../plan-events.ts'
import { billedCount, reminderFor, termsFrom } from '../plan-terms.ts'
import { toMonth } from './mark-plan-paid.ts'

/**
 * Records a further paid month and emits subscription-renewed, once for each invoice; also for a plan that has ended
 * since, because the month was paid; it is withdrawn then. A planned change takes effect with its first month. A month that is recorded late
 * keeps the number of pranks that was billed. A past-due plan becomes active again when no newer month is unpaid. A month
 * that begins after a pause shows that the pause is over, also when Stripe's event about it is late.
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

function renew(plan: Plan, renewal: EventData<'plan-renewed'>) {
  const { month, amountCents } = renewal
  const periodStart = new Date(month.periodStart)
  const terms = termsFrom(plan, periodStart, amountCents)
  const newest = currentMonth(plan.months)
  const isLate = newest !== undefined && newest.periodStart > periodStart
  const prankCount = billedCount(plan, terms, renewal)
  const earlier = plan.months.map((one) => ({ ...one, prankCount: one.prankCount ?? plan.prankCount }))
  const isWithdrawn = plan.status === 'cancelled'
  const months = [...earlier, { ...toMonth(month, prankCount), ...(isWithdrawn && { isWithdrawn }) }]
  const changes = (plan.changes ?? []).filter(({ from }) => from > (terms.from ?? periodStart))
  const running = isPastDue({ ...plan, months }) ? 'past_due' : 'active'
  const status = plan.status === 'cancelled' ? 'cancelled' : running
  const renewed = isLate ? plan : { ...plan, prankCount, amountCents: terms.amountCents }
  const described = describePlan(renewed, plan.status, status)
  const paid = { ...described, prankCount, amountCents, month }
  const events = [describeMonth('subscription-renewed', plan, paid)]
  if (plan.status === 'past_due' && status === 'active') {
    events.push(emit('subscription-updated', plan._id, { ...described, change: 'recovered' }))
  }
  const isPauseOver = !!plan.pausedUntil && plan.pausedUntil <= periodStart
  const pausedUntil = isPauseOver ? null : plan.pausedUntil
  if (isPauseOver && status !== 'cancelled') {
    events.push(describeChange({ ...renewed, changes, pausedUntil, status }, 'resumed'))
  }
  const nextChargeAt = chargeAfter(plan, new Date(month.periodEnd))
  const reminder = reminderFor({ ...plan, status, nextChargeAt })
  const set = {
    months,
    status,
    prankCount: renewed.prankCount,
    amountCents: renewed.amountCents,
    changes,
    pausedUntil,
    ...reminder.$set,
  }
  return changeWithEvents(set, events, reminder.$unset)
}

/** A month that is recorded late, or while the plan is paused, does not move the next charge back. */
const chargeAfter = ({ nextChargeAt }: Plan, periodEnd: Date) =>
  nextChargeAt && nextChargeAt > periodEnd ? nextChargeAt : periodEnd
