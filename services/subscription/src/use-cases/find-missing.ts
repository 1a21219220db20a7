import type { EventData } from '@prankpost/contracts'
import type { Repair, ReportedEvent } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import { isLost, type Plan } from '../plan.model.ts'
import { endPlan } from './end-plan.ts'
import { followTerms } from './follow-terms.ts'
import { markMonthLost, withDecision } from './mark-month-lost.ts'
import { markPlanPaid } from './mark-plan-paid.ts'
import { recordRenewal } from './record-renewal.ts'

/** What can be missing after events from payment were lost. */
export const missingKinds = [
  'paid-plan-not-active',
  'paid-month-not-on-plan',
  'plan-terms-outdated',
  'ended-plan-running',
  'lost-month-still-due',
] as const

type Known = Pick<Plan, 'status' | 'months' | 'termsAt'>

/**
 * Finds and repairs plans whose payments, end or disputes are recorded at payment, but not here. This happens only when
 * plan-paid, plan-renewed, plan-changed, plan-ended or dispute-changed was lost: it is a dead letter, or it was purged, or
 * its queue was lost. A lost plan-payment-failed is not repaired, because the next attempt or the end of the plan replaces it.
 * Payment also reports refunds of plans; they are ignored, because they do not change a plan.
 */
export async function findMissingPlans(
  reported: ReportedEvent[],
  repair: Repair<(typeof missingKinds)[number]>,
  deps: Deps,
): Promise<void> {
  const ids = reported.flatMap(({ data }) => ('planId' in data && data.planId !== null ? [data.planId] : []))
  const found = await deps.plans.find({ _id: { $in: ids } }, { status: 1, months: 1, termsAt: 1 }).lean()
  const byId = new Map<string, Known>(found.map((plan) => [plan._id, plan]))
  // In the sequence in which they were emitted: a plan starts before it is renewed or ends.
  for (const { type, data } of reported) {
    if (!('planId' in data) || data.planId === null || type === 'refund-changed') continue
    const { planId } = data
    const plan = byId.get(planId)
    if (type === 'plan-paid' && (plan === undefined || plan.status === 'pending')) {
      await repair('paid-plan-not-active', { planId }, () => markPlanPaid(data, deps))
    } else if (type === 'plan-renewed' && !hasMonth(plan, data.month.invoiceId)) {
      const about = { planId, invoiceId: data.month.invoiceId }
      await repair('paid-month-not-on-plan', about, () => recordRenewal(data, deps))
    } else if (type === 'plan-changed' && isOutdated(plan, data)) {
      await repair('plan-terms-outdated', { planId }, () => followTerms(data, deps))
    } else if (type === 'plan-ended' && plan?.status !== 'cancelled') {
      await repair('ended-plan-running', { planId }, () => endPlan(data, deps))
    } else if (type === 'dispute-changed' && isDueUnlike(plan, data)) {
      const about = { planId, invoiceId: data.invoiceId }
      await repair('lost-month-still-due', about, () => markMonthLost(data, deps))
    }
  }
}

/** Only the last state that was reported counts: an earlier one is not recorded if it arrives late. */
const isOutdated = (plan: Known | undefined, { at }: EventData<'plan-changed'>) =>
  plan?.status !== 'cancelled' && (plan?.termsAt === undefined || plan.termsAt < new Date(at))

/**
 * Whether a decision changes whether its month is due. The month that was read learns it, for the next decision. When the month is
 * missing, too, the repair fails, and is tried again.
 */
function isDueUnlike(plan: Known | undefined, dispute: EventData<'dispute-changed'>): boolean {
  const month = plan?.months.find(({ invoiceId }) => invoiceId === dispute.invoiceId)
  if (month === undefined) return dispute.status !== 'open' && dispute.invoiceId !== null
  const wasLost = isLost(month)
  Object.assign(month, withDecision(month, dispute))
  return isLost(month) !== wasLost
}

const hasMonth = (plan: Known | undefined, invoiceId: string) =>
  plan?.months.some((month) => month.invoiceId === invoiceId) === true
