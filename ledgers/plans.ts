import type { Db } from 'mongodb'
import type { Entry } from './comparison.ts'
import { iso, readDocuments } from './documents.ts'
import type { Comparer } from './evidence.ts'
import { monthEntries, planEntries, reportedOf } from './stripe.ts'
import type { StripeTerms } from './stripe-plans.ts'

/** A plan as the subscription service stores it. */
export interface StoredPlan {
  _id: string
  status: string
  ownerId: string
  prankCount: number
  amountCents: number
  stripeSubscriptionId: string
  cancelledAt: Date | null
  months: {
    invoiceId: string
    periodStart: Date
    periodEnd: Date
    paidAt: Date
    parcelsShipped: number
    prankCount?: number
    disputes?: { isLost: boolean }[]
  }[]
  /** Later terms; the last ones are those that Stripe charges next. */
  changes?: { prankCount: number; amountCents: number }[]
  pausedUntil?: Date | null
  journal: {
    type: string
    data: { change?: string; status?: string; unsent?: string; month?: { invoiceId: string } }
  }[]
  outbox: unknown[]
}

/** Reads the plans that were ever paid. */
export const readPlans = (database: Db) =>
  readDocuments<StoredPlan>(
    database,
    'subscriptions',
    [
      ...(['status', 'ownerId', 'prankCount', 'amountCents', 'stripeSubscriptionId'] as const),
      ...(['cancelledAt', 'months', 'changes', 'pausedUntil', 'journal', 'outbox'] as const),
    ],
    { status: { $ne: 'pending' } },
  )

const statuses: Record<string, string> = { active: 'active', past_due: 'past_due', canceled: 'cancelled' }

/** Every paid month, and every plan with its status and the events that the subscription service emitted. */
export const comparePlans: Comparer = ({ people, stripe, shop: { plans } }) => [
  {
    name: 'months in subscription',
    expected: monthEntries(stripe, ({ paymentIntentId, ...month }, { planId }) => ({
      ...{ periodStart: month.periodStart, periodEnd: month.periodEnd, paidAt: month.paidAt },
      ...{ prankCount: month.prankCount, plan: planId },
      lost: Number(people.disputes.get(paymentIntentId) === 'lost'),
    })),
    actual: plans.flatMap(({ _id, months }) =>
      months.map(
        ({ invoiceId, prankCount = null, disputes = [], ...month }): Entry => [
          invoiceId,
          {
            ...{ prankCount, plan: _id, lost: Number(disputes.some(({ isLost }) => isLost)) },
            periodStart: iso(month.periodStart),
            periodEnd: iso(month.periodEnd),
            paidAt: iso(month.paidAt),
          },
        ],
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
      prankCount: plan.months.at(-1)?.prankCount ?? null,
      amountCents: plan.months.at(-1)?.amountCents ?? null,
      ...(plan.endedAt === null ? plainTerms(plan.terms) : noTerms),
      cancelledAt: plan.endedAt,
      unsent: plan.unsent,
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
    ...(status === 'cancelled' ? noTerms : plainTerms(storedTerms({ prankCount, amountCents, ...plan }))),
    stripeId: plan.stripeSubscriptionId,
    cancelledAt: iso(plan.cancelledAt),
    unsent: journal.find(({ type }) => type === 'subscription-cancelled')?.data.unsent ?? null,
    reported: `${count('created')} created, ${count('renewed')} renewed, ${count('cancelled')} cancelled`,
    pastDue: status === 'cancelled' ? null : count('updated', 'past_due') - count('updated', 'recovered'),
    unpublished: plan.outbox.length,
  }
}

/** The terms of the next months, as facts. A plan that has ended has none. */
const plainTerms = ({ prankCount, amountCents, pausedUntil }: StripeTerms) => ({
  ...{ nextPrankCount: prankCount, nextAmountCents: amountCents, pausedUntil },
})
const noTerms = { nextPrankCount: null, nextAmountCents: null, pausedUntil: null }

function storedTerms(plan: Pick<StoredPlan, 'prankCount' | 'amountCents' | 'changes' | 'pausedUntil'>) {
  const { prankCount, amountCents } = plan.changes?.at(-1) ?? plan
  return { prankCount, amountCents, pausedUntil: iso(plan.pausedUntil) }
}
