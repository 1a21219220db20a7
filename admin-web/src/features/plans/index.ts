import { defineResource } from '../../lib/resource.ts'
import { plansCount } from './api.ts'

/** The tab 'Active'. */
export const plans = defineResource({
  key: 'plans',
  label: 'Active',
  needs: 'GET /api/admin/subscriptions',
  load: () => import('./list.page.tsx'),
  count: plansCount,
  search: { noun: 'active plans' },
})
