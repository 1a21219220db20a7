import { type Change, databaseNow } from '@prankpost/messaging'
import type { Deps } from '../deps.ts'
import { currentMonth, type Plan } from '../plan.model.ts'
import { changeWithEvents, describePlan, emit } from '../plan-events.ts'
import { plannedChange, reminderFor } from '../plan-terms.ts'

/**
 * Emits subscription-renewal-due for one plan that is charged within 3 days, once for each charge. The event and the end of
 * the due date are one write: a crash leaves both or neither, and of several replicas one writes it. A charge whose date is
 * over is not announced any more. Returns whether there was such a plan.
 */
export async function announceRenewal({ plans, outbox }: Pick<Deps, 'plans' | 'outbox'>): Promise<boolean> {
  const now = databaseNow(plans.db)
  const isDue = { remindAt: { $lte: now } }
  const due = await plans.findOne(isDue, { _id: 1 }).sort({ remindAt: 1 }).lean()
  if (due === null) return false
  await outbox.change({ _id: due._id, ...isDue }, (plan) => announcement(plan, now))
  return true
}

function announcement(plan: Plan, now: Date): Change<Plan> {
  const { nextChargeAt } = plan
  const isAhead = plan.status === 'active' && nextChargeAt && nextChargeAt > now
  if (!isAhead) return { update: { $unset: { remindAt: 1 } } }
  const { prankCount, amountCents } = plannedChange(plan) ?? plan
  const described = describePlan({ ...plan, prankCount, amountCents }, plan.status, plan.status)
  const event = emit('subscription-renewal-due', plan._id, {
    ...described,
    renewsAt: nextChargeAt.toISOString(),
  })
  return changeWithEvents({ remindedFor: nextChargeAt }, [event], { remindAt: 1 })
}

/** Gives the plans of earlier versions their next charge, so that it is announced. Safe to repeat. */
export async function backfillNextCharge({ plans, outbox }: Pick<Deps, 'plans' | 'outbox'>): Promise<void> {
  const old = plans.find({ status: 'active', nextChargeAt: null }, { _id: 1 })
  for await (const { _id } of old.lean().cursor()) {
    await outbox.change({ _id, nextChargeAt: null }, (plan) => {
      const nextChargeAt = currentMonth(plan.months)?.periodEnd
      return nextChargeAt ? { update: reminderFor({ ...plan, nextChargeAt }) } : null
    })
  }
}
