import {
  type FulfillmentStatus,
  formatCents,
  isOpenEnded,
  maxPranksPerMonth,
  type Subscription,
  toAgreement,
} from '@prankpost/contracts'
import { currentMonth, isLost, type Plan, type PlanMonth } from './plan.model.ts'
import { priceOf } from './plan-terms.ts'

const counts = Array.from({ length: maxPranksPerMonth }, (_, index) => index + 1)

const dayMs = 86_400_000
const yellowDays = 7

/** The fields of a plan that responses leave out. */
export const hiddenFields = { outbox: 0, outboxDueAt: 0, journal: 0, searchTerms: 0 } as const
export type ShownPlan = Omit<Plan, 'outbox' | 'outboxDueAt' | 'journal' | 'searchTerms'>

/** A plan that was ever active, as the customer and the operator see it. */
export function toDto(plan: ShownPlan, now = new Date()): Subscription {
  const { _id, ownerId, status, customer, prankCount, amountCents } = plan
  const agreed = plan.agreements?.at(-1)
  if (status === 'pending') throw new Error(`plan ${_id} is pending and must not be shown`)
  return {
    id: _id,
    userId: ownerId,
    status,
    prankCount,
    monthlyAmount: formatCents(amountCents),
    prices: counts.map((count) => formatCents(priceOf(plan, count))),
    ...nextTerms(plan),
    agreement: agreed ? toAgreement(agreed) : null,
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

/** What the plan will be, and when; null for a plan that has ended. No charge is planned while a pause has no end. */
function nextTerms(plan: ShownPlan) {
  const isRunning = plan.status !== 'cancelled'
  const next = isRunning ? plan.changes?.at(-1) : undefined
  const isCharged = isRunning && !isOpenEnded(plan.pausedUntil)
  const nextChargeAt = isCharged ? (plan.nextChargeAt ?? currentMonth(plan.months)?.periodEnd) : undefined
  // The months until the end of a pause are not charged, so the change takes effect with the first month after it.
  const changesAt = next && nextChargeAt && nextChargeAt > next.from ? nextChargeAt : next?.from
  return {
    nextPrankCount: next?.prankCount ?? null,
    nextMonthlyAmount: next ? formatCents(next.amountCents) : null,
    changesAt: changesAt?.toISOString() ?? null,
    pausedUntil: (isRunning && plan.pausedUntil?.toISOString()) || null,
    nextChargeAt: nextChargeAt?.toISOString() ?? null,
  }
}

/** How many parcels of a month are still to be shipped: none, if a dispute about its payment was lost, or if it is withdrawn. */
const dueOf = (month: PlanMonth, { prankCount }: Pick<ShownPlan, 'prankCount'>) =>
  isLost(month) || month.isWithdrawn
    ? 0
    : Math.max(0, (month.prankCount ?? prankCount) - month.parcelsShipped)

/**
 * Green when nothing of the current paid month is due, yellow while parcels are due and the month is at most 7
 * days old, red after that (design, section 6). The age of a month starts with its payment, because nothing can be
 * shipped before.
 */
function fulfillmentStatusOf(plan: ShownPlan, now: Date): FulfillmentStatus {
  const month = currentMonth(plan.months)
  if (month === undefined || dueOf(month, plan) === 0) return 'green'
  return now.getTime() - month.paidAt.getTime() <= yellowDays * dayMs ? 'yellow' : 'red'
}

/**
 * The paid parcels that are not shipped, over all months. A plan that has ended has none, unless its customer wants those
 * that were paid before its end.
 */
function parcelsDueOf(plan: ShownPlan): number {
  const { status, unsent, cancelledAt } = plan
  if (status === 'cancelled' && unsent !== 'send') return 0
  return plan.months
    .filter(({ paidAt }) => cancelledAt === null || paidAt <= cancelledAt)
    .reduce((sum, month) => sum + dueOf(month, plan), 0)
}
