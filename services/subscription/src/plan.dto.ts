import { type FulfillmentStatus, formatCents, type Subscription } from '@prankpost/contracts'
import { currentMonth, type Plan } from './plan.model.ts'

const dayMs = 86_400_000
const yellowDays = 7

/** What answers leave out of a plan. */
export const hiddenFields = { outbox: 0, outboxDueAt: 0, journal: 0, searchTerms: 0 } as const
export type ShownPlan = Omit<Plan, 'outbox' | 'outboxDueAt' | 'journal' | 'searchTerms'>

/** A plan that was ever active, as its customer and the operator see it. */
export function toDto(plan: ShownPlan, now = new Date()): Subscription {
  const { _id, ownerId, status, customer, prankCount, amountCents } = plan
  if (status === 'pending') throw new Error(`plan ${_id} is pending: nobody is to see it`)
  return {
    id: _id,
    userId: ownerId,
    status,
    prankCount,
    monthlyAmount: formatCents(amountCents),
    stripeSubscriptionId: plan.stripeSubscriptionId ?? null,
    createdAt: (plan.startedAt ?? plan.createdAt).toISOString(),
    updatedAt: plan.updatedAt.toISOString(),
    currentPeriodEnd: currentMonth(plan.months)?.periodEnd.toISOString() ?? null,
    cancelledAt: plan.cancelledAt?.toISOString() ?? null,
    fulfillmentStatus: fulfillmentStatusOf(plan, now),
    parcelsDue: parcelsDueOf(plan),
    lastFulfillmentDate: plan.lastFulfillmentDate?.toISOString() ?? null,
    user: { id: ownerId, ...customer },
  }
}

/**
 * Green when the current paid month's parcels are all shipped, yellow while some are due and the month
 * is at most 7 days old, red after that (design, section 6). A month is as old as its payment: before
 * that nothing of it could be shipped.
 */
function fulfillmentStatusOf({ months, prankCount }: ShownPlan, now: Date): FulfillmentStatus {
  const month = currentMonth(months)
  if (month === undefined || month.parcelsShipped >= prankCount) return 'green'
  return now.getTime() - month.paidAt.getTime() <= yellowDays * dayMs ? 'yellow' : 'red'
}

/** Parcels that are paid and have not left, over all months; a plan that has ended is sent no more. */
function parcelsDueOf({ status, months, prankCount }: ShownPlan): number {
  if (status === 'cancelled') return 0
  return months.reduce((sum, { parcelsShipped }) => sum + Math.max(0, prankCount - parcelsShipped), 0)
}
