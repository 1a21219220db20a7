import type { PlanAtStripe, Subscription } from '@prankpost/contracts'
import { checkpoint } from '@prankpost/messaging'
import { pauseEnd } from '../billing-dates.ts'
import type { Deps } from '../deps.ts'
import { currentMonth, type Plan } from '../plan.model.ts'
import { type OwnPlan, readChangeablePlan, recordOwnTerms, setAtStripe } from './own-plan.ts'

/** Each further attempt is needed only if Stripe began another period meanwhile. */
const maxAttempts = 3

/**
 * Pauses a plan for its next 1 to 3 invoices; the month that is paid is still sent. The pause ends 3 days before the next
 * charge, so that it can be announced. A repeat in the same period gives the same pause; after a crash between Stripe's
 * answer and our record, plan-changed records it.
 * @throws 404 for a plan of another customer, 409 when it has ended or is past due, 503 when payment or Stripe is unavailable
 */
export async function pausePlan(
  { months, ...own }: OwnPlan & { months: number },
  deps: Deps,
): Promise<Subscription> {
  const plan = await readChangeablePlan(own, deps)
  const state = await pauseAtStripe(plan, months, deps)
  checkpoint('subscription:paused-at-stripe')
  return recordOwnTerms(plan._id, state, deps)
}

/**
 * Only Stripe knows its present period for sure: a pause that was counted from another one is set again. The skipped invoices
 * of a paused plan are not recorded here: its present pause is set first, which changes nothing and shows the period.
 */
async function pauseAtStripe(plan: Plan, months: number, deps: Deps): Promise<PlanAtStripe> {
  const { pausedUntil } = plan
  let next = nextInvoiceAt(plan)
  if (pausedUntil && pausedUntil > deps.now()) {
    const resumesAt = pausedUntil.toISOString()
    const state = await setAtStripe(`/internal/plans/${plan._id}/pause`, { resumesAt }, deps)
    next = new Date(state.currentPeriodEnd)
  }
  for (let attempt = 1; ; attempt++) {
    const resumesAt = pauseEnd(plan, next, months).toISOString()
    const state = await setAtStripe(`/internal/plans/${plan._id}/pause`, { resumesAt }, deps)
    const periodEnd = new Date(state.currentPeriodEnd)
    if (periodEnd.getTime() === next.getTime() || attempt === maxAttempts) return state
    next = periodEnd
  }
}

/** When Stripe makes the next invoice, as far as it is known here. */
export const nextInvoiceAt = (plan: Plan): Date => {
  const paidUntil = currentMonth(plan.months)?.periodEnd ?? new Date()
  return plan.pausedUntil ? paidUntil : (plan.nextChargeAt ?? paidUntil)
}
