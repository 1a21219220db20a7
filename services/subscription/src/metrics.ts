import { showState } from '@prankpost/service-kit'
import type { Deps } from './deps.ts'
import { runningStatuses } from './plan.model.ts'
import { sumRunning } from './use-cases/read-plan-stats.ts'

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
