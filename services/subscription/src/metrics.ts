import { showState } from '@prankpost/service-kit'
import type { Deps } from './deps.ts'
import { runningStatuses } from './plan.model.ts'

/** Exposes the number of running plans and their monthly revenue. */
export function showPlans({ plans }: Pick<Deps, 'plans'>): void {
  showState({
    gauges: {
      plans: { name: 'shop_plans', help: 'Plans that run, by status', label: 'status' },
      cents: { name: 'shop_plans_monthly_cents', help: 'What the plans that run bring a month' },
    },
    async read() {
      const running = await sumRunning(plans)
      const count = (status: string) => running.find(({ _id }) => _id === status)?.count ?? 0
      return {
        plans: Object.fromEntries(runningStatuses.map((status) => [status, count(status)])),
        cents: running.reduce((sum, { cents }) => sum + cents, 0),
      }
    },
  })
}

/** The number and the monthly revenue of the running plans, by status; reporting has the same for every day. */
const sumRunning = (plans: Deps['plans']) =>
  plans
    .aggregate<{ _id: string; count: number; cents: number }>([
      { $match: { status: { $in: runningStatuses } } },
      { $group: { _id: '$status', count: { $sum: 1 }, cents: { $sum: '$amountCents' } } },
    ])
    .hint({ status: 1, amountCents: 1 })
