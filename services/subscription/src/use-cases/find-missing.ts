import type { Repair, ReportedEvent } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import type { Plan } from '../plan.model.ts'
import { endPlan } from './end-plan.ts'
import { markPlanPaid } from './mark-plan-paid.ts'
import { recordRenewal } from './record-renewal.ts'

/** What may be lost between payment and here. */
export const missingKinds = ['paid-plan-not-active', 'paid-month-not-on-plan', 'ended-plan-running'] as const

type Known = Pick<Plan, 'status' | 'months'>

/**
 * Finds plans whose money payment has, or whose end it knows, and that do not show it here. Only a lost
 * plan-paid, plan-renewed or plan-ended leaves one: the message died after all its retries, or was purged,
 * or its queue was lost. A lost plan-payment-failed is not looked for: the next try, or the plan's end, says
 * more.
 */
export async function findMissingPlans(
  reported: ReportedEvent[],
  repair: Repair<(typeof missingKinds)[number]>,
  deps: Deps,
): Promise<void> {
  const ids = reported.flatMap(({ data }) => ('planId' in data ? [data.planId] : []))
  const found = await deps.plans.find({ _id: { $in: ids } }, { status: 1, months: 1 }).lean()
  const byId = new Map<string, Known>(found.map((plan) => [plan._id, plan]))
  // In the order of their telling: a plan begins before it is renewed or ends.
  for (const { type, data } of reported) {
    if (!('planId' in data)) continue
    const { planId } = data
    const plan = byId.get(planId)
    if (type === 'plan-paid' && (plan === undefined || plan.status === 'pending')) {
      await repair('paid-plan-not-active', { planId }, () => markPlanPaid(data, deps))
    } else if (type === 'plan-renewed' && !hasMonth(plan, data.month.invoiceId)) {
      const about = { planId, invoiceId: data.month.invoiceId }
      await repair('paid-month-not-on-plan', about, () => recordRenewal(data, deps))
    } else if (type === 'plan-ended' && plan?.status !== 'cancelled') {
      await repair('ended-plan-running', { planId }, () => endPlan(data, deps))
    }
  }
}

const hasMonth = (plan: Known | undefined, invoiceId: string) =>
  plan?.months.some((month) => month.invoiceId === invoiceId) === true
