import type { Db } from 'mongodb'
import type { Facts } from './comparison.ts'
import { readDocuments } from './documents.ts'
import type { Comparer } from './evidence.ts'
import { monthEntries, planEntries, reportedOf } from './stripe.ts'

/** A log entry as the subscription-logs service stores it. */
export interface StoredLogEntry {
  subscriptionId: string
  action: string
  email: string
  amountCents: number
  prankCount: number
  metadata: Record<string, string | null>
}

export const readPlanLog = (database: Db) =>
  readDocuments<StoredLogEntry>(database, 'logs', [
    ...(['subscriptionId', 'action', 'email', 'amountCents', 'prankCount', 'metadata'] as const),
  ])

/** An entry for each paid month and for each end of a plan, and a recovery for each failure that was paid later. */
export const comparePlanLog: Comparer = ({ stripe, shop: { planLog } }) => [
  {
    name: 'months in the logs',
    expected: monthEntries(stripe, ({ isFirst, ...month }, plan) => ({
      ...{ amountCents: month.amountCents, prankCount: month.prankCount, email: plan.email },
      ...{ periodStart: month.periodStart, periodEnd: month.periodEnd, paidAt: month.paidAt },
      action: isFirst ? 'created' : 'updated',
      plan: plan.planId,
    })),
    actual: planLog
      .filter(({ metadata: { event } }) =>
        ['subscription-created', 'subscription-renewed'].includes(String(event)),
      )
      .map(({ subscriptionId, action, email, amountCents, prankCount, metadata }) => [
        String(metadata.invoiceId),
        {
          ...{ action, email, amountCents, prankCount, plan: subscriptionId },
          periodStart: metadata.periodStart ?? null,
          periodEnd: metadata.periodEnd ?? null,
          paidAt: metadata.paidAt ?? null,
        },
      ]),
  },
  {
    name: 'plans in the logs',
    expected: planEntries(stripe, (plan) => ({ ...reportedOf(plan), endedBy: plan.endedBy })),
    actual: [...Map.groupBy(planLog, ({ subscriptionId }) => subscriptionId)].map(([plan, entries]) => [
      plan,
      factsOf(entries),
    ]),
  },
]

function factsOf(entries: StoredLogEntry[]): Facts {
  const count = (event: string, change?: string) =>
    entries.filter(({ metadata }) => metadata.event === event && metadata.change === change).length
  const endedBy = entries.find(({ action }) => action === 'cancelled')?.metadata.cancelledBy ?? null
  const [created, renewed, cancelled] = ['created', 'renewed', 'cancelled'].map((kind) =>
    count(`subscription-${kind}`),
  )
  const pastDue = count('subscription-updated', 'past_due') - count('subscription-updated', 'recovered')
  return {
    reported: `${created} created, ${renewed} renewed, ${cancelled} cancelled`,
    endedBy,
    pastDue: endedBy === null ? pastDue : null,
  }
}
