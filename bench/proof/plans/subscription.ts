import type { Facts } from '../compare.ts'
import { iso, type LedgerReader, ofMonths, ofPlans } from '../entries.ts'

interface StoredPlan {
  _id: string
  status: string
  ownerId: string
  prankCount: number
  amountCents: number
  stripeSubscriptionId: string
  cancelledAt: Date | null
  months: { invoiceId: string; periodStart: Date; periodEnd: Date; paidAt: Date }[]
  journal: { type: string; data: { change?: string } }[]
  outbox: unknown[]
}

const statuses: Record<string, string> = { active: 'active', past_due: 'past_due', canceled: 'cancelled' }

/** Subscription: the plans with their months, and what was told of them. */
export const readSubscription: LedgerReader = async (books, database) => {
  const found = await database
    .collection<StoredPlan>('subscriptions')
    .find({ status: { $ne: 'pending' } })
    .toArray()
  return [
    {
      name: 'months in subscription',
      expected: ofMonths(books, ({ periodStart, periodEnd, paidAt }, { plan }) => ({
        ...{ periodStart, periodEnd, paidAt },
        plan: plan.planId,
      })),
      actual: found.flatMap(({ _id, months }) =>
        months.map(
          ({ invoiceId, ...month }) =>
            [
              invoiceId,
              {
                periodStart: iso(month.periodStart),
                periodEnd: iso(month.periodEnd),
                paidAt: iso(month.paidAt),
                plan: _id,
              },
            ] as const,
        ),
      ),
    },
    {
      name: 'plans in subscription',
      expected: ofPlans(books, ({ plan, status, endedAt, paid }) => ({
        status: statuses[status] ?? status,
        stripeId: plan.stripeId,
        ownerId: plan.ownerId,
        prankCount: plan.prankCount,
        amountCents: plan.amountCents,
        cancelledAt: endedAt,
        told: `1 created, ${paid.length - 1} renewed, ${plan.endedBy === null ? 0 : 1} cancelled`,
        pastDue: plan.endedBy === null ? Number(status === 'past_due') : null,
        unreported: 0,
      })),
      actual: found.map((plan) => [plan._id, factsOf(plan)]),
    },
  ]
}

function factsOf(plan: StoredPlan): Facts {
  const told = (type: string, change?: string) =>
    plan.journal.filter((entry) => entry.type === `subscription-${type}` && entry.data.change === change)
      .length
  const { status, ownerId, prankCount, amountCents } = plan
  return {
    ...{ status, ownerId, prankCount, amountCents },
    stripeId: plan.stripeSubscriptionId,
    cancelledAt: iso(plan.cancelledAt),
    told: `${told('created')} created, ${told('renewed')} renewed, ${told('cancelled')} cancelled`,
    // One that failed and ended may have ended before the failure was known.
    pastDue: status === 'cancelled' ? null : told('updated', 'past_due') - told('updated', 'recovered'),
    unreported: plan.outbox.length,
  }
}
