import { formatCents, type SubscriptionStats } from '@prankpost/contracts'
import { lastDays } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import { runningStatuses } from '../plan.model.ts'

/**
 * Plan statistics: the current number of plans by status, the monthly revenue of the running plans, and how many plans
 * started and ended on each of the last `days` days (UTC, including today). Indexes cover all queries.
 */
export async function readPlanStats(
  { days }: { days: number },
  { plans }: Pick<Deps, 'plans'>,
): Promise<SubscriptionStats> {
  const dates = lastDays(days)
  const since = dates[0] ?? ''
  const [running, cancelled, started, ended] = await Promise.all([
    sumRunning(plans),
    plans.countDocuments({ status: 'cancelled' }),
    countByDay('startedAt', since, plans),
    countByDay('cancelledAt', since, plans),
  ])
  const of = (status: string) => running.find(({ _id }) => _id === status)?.count ?? 0
  return {
    active: of('active'),
    pastDue: of('past_due'),
    cancelled,
    monthlyRecurringRevenue: formatCents(running.reduce((sum, { cents }) => sum + cents, 0)),
    byDay: dates.map((day) => ({ day, started: started.get(day) ?? 0, ended: ended.get(day) ?? 0 })),
  }
}

/** The number and the monthly revenue of the running plans, by status. */
export const sumRunning = (plans: Deps['plans']) =>
  plans
    .aggregate<{ _id: string; count: number; cents: number }>([
      { $match: { status: { $in: runningStatuses } } },
      { $group: { _id: '$status', count: { $sum: 1 }, cents: { $sum: '$amountCents' } } },
    ])
    .hint({ status: 1, amountCents: 1 })

async function countByDay(
  field: 'startedAt' | 'cancelledAt',
  since: string,
  plans: Deps['plans'],
): Promise<Map<string, number>> {
  const counted = await plans
    .aggregate<{ _id: string; count: number }>([
      { $match: { [field]: { $gte: new Date(since) } } },
      { $group: { _id: { $dateToString: { date: `$${field}`, format: '%Y-%m-%d' } }, count: { $sum: 1 } } },
    ])
    .hint({ [field]: 1 })
  return new Map(counted.map(({ _id, count }) => [_id, count]))
}
