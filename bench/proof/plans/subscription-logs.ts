import type { Facts } from '../compare.ts'
import { type LedgerReader, ofMonths, ofPlans } from '../entries.ts'

interface StoredEntry {
  subscriptionId: string
  action: string
  email: string
  amountCents: number
  prankCount: number
  metadata: Record<string, string | null>
}

/** Subscription-logs: an entry for each paid month and each end, and failures that were made good. */
export const readSubscriptionLogs: LedgerReader = async (books, database) => {
  const found = await database.collection<StoredEntry>('logs').find().toArray()
  const isMonth = ({ metadata: { event } }: StoredEntry) =>
    event === 'subscription-created' || event === 'subscription-renewed'
  const byPlan = Map.groupBy(found, ({ subscriptionId }) => subscriptionId)
  return [
    {
      name: 'months in the logs',
      expected: ofMonths(books, ({ isFirst, amountCents, periodStart, periodEnd, paidAt }, { plan }) => ({
        ...{ amountCents, periodStart, periodEnd, paidAt },
        action: isFirst ? 'created' : 'updated',
        plan: plan.planId,
        email: plan.email,
        prankCount: plan.prankCount,
      })),
      actual: found.filter(isMonth).map(({ subscriptionId, metadata, ...entry }) => [
        String(metadata.invoiceId),
        {
          action: entry.action,
          plan: subscriptionId,
          email: entry.email,
          amountCents: entry.amountCents,
          prankCount: entry.prankCount,
          periodStart: metadata.periodStart ?? null,
          periodEnd: metadata.periodEnd ?? null,
          paidAt: metadata.paidAt ?? null,
        },
      ]),
    },
    {
      name: 'plans in the logs',
      expected: ofPlans(books, ({ plan, status, paid }) => ({
        told: `1 created, ${paid.length - 1} renewed, ${plan.endedBy === null ? 0 : 1} cancelled`,
        endedBy: plan.endedBy,
        pastDue: plan.endedBy === null ? Number(status === 'past_due') : null,
      })),
      actual: [...byPlan].map(([plan, entries]) => [plan, factsOf(entries)]),
    },
  ]
}

function factsOf(entries: StoredEntry[]): Facts {
  const count = (event: string, change?: string) =>
    entries.filter(({ metadata }) => metadata.event === event && metadata.change === change).length
  const endedBy = entries.find(({ action }) => action === 'cancelled')?.metadata.cancelledBy ?? null
  const [created, renewed, cancelled] = ['created', 'renewed', 'cancelled'].map((kind) =>
    count(`subscription-${kind}`),
  )
  const pastDue = count('subscription-updated', 'past_due') - count('subscription-updated', 'recovered')
  return {
    told: `${created} created, ${renewed} renewed, ${cancelled} cancelled`,
    endedBy,
    // One that failed and ended may have ended before the failure was known.
    pastDue: endedBy === null ? pastDue : null,
  }
}
