import type { Db } from 'mongodb'
import { iso, readDocuments } from './documents.ts'
import type { Comparer } from './evidence.ts'
import { monthEntries, planEntries, reportedOf } from './stripe.ts'

/** A plan as the subscription service stores it. */
export interface StoredPlan {
  _id: string
  status: string
  ownerId: string
  prankCount: number
  amountCents: number
  stripeSubscriptionId: string
  cancelledAt: Date | null
  months: { invoiceId: string; periodStart: Date; periodEnd: Date; paidAt: Date; parcelsShipped: number }[]
  journal: { type: string; data: { change?: string } }[]
  outbox: unknown[]
}

/** Reads the plans that were ever paid. */
export const readPlans = (database: Db) =>
  readDocuments<StoredPlan>(
    database,
    'subscriptions',
    [
      ...(['status', 'ownerId', 'prankCount', 'amountCents', 'stripeSubscriptionId'] as const),
      ...(['cancelledAt', 'months', 'journal', 'outbox'] as const),
    ],
    { status: { $ne: 'pending' } },
  )

const statuses: Record<string, string> = { active: 'active', past_due: 'past_due', canceled: 'cancelled' }

/** Every paid month, and every plan with its status and the events that the subscription service emitted. */
export const comparePlans: Comparer = ({ stripe, shop: { plans } }) => [
  {
    name: 'months in subscription',
    expected: monthEntries(stripe, ({ periodStart, periodEnd, paidAt }, { planId }) => ({
      ...{ periodStart, periodEnd, paidAt, plan: planId },
    })),
    actual: plans.flatMap(({ _id, months }) =>
      months.map(
        ({ invoiceId, periodStart, periodEnd, paidAt }) =>
          [
            invoiceId,
            { periodStart: iso(periodStart), periodEnd: iso(periodEnd), paidAt: iso(paidAt), plan: _id },
          ] as const,
      ),
    ),
  },
  {
    name: 'plans in subscription',
    expected: planEntries(stripe, (plan) => ({
      ...reportedOf(plan),
      status: statuses[plan.status] ?? plan.status,
      stripeId: plan.stripeId,
      ownerId: plan.ownerId,
      prankCount: plan.prankCount,
      amountCents: plan.amountCents,
      cancelledAt: plan.endedAt,
      unpublished: 0,
    })),
    actual: plans.map((plan) => [plan._id, factsOf(plan)]),
  },
]

function factsOf({ status, ownerId, prankCount, amountCents, journal, ...plan }: StoredPlan) {
  const count = (type: string, change?: string) =>
    journal.filter((entry) => entry.type === `subscription-${type}` && entry.data.change === change).length
  return {
    ...{ status, ownerId, prankCount, amountCents },
    stripeId: plan.stripeSubscriptionId,
    cancelledAt: iso(plan.cancelledAt),
    reported: `${count('created')} created, ${count('renewed')} renewed, ${count('cancelled')} cancelled`,
    pastDue: status === 'cancelled' ? null : count('updated', 'past_due') - count('updated', 'recovered'),
    unpublished: plan.outbox.length,
  }
}
