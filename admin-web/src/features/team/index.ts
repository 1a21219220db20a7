import { defineResource } from '../../lib/resource.ts'
import { teamCount } from './api.ts'

/** The tab 'Team': the operators, for the owner. */
export const team = defineResource({
  key: 'team',
  label: 'Team',
  needs: 'GET /api/admin/operators',
  load: () => import('./list.page.tsx'),
  count: teamCount,
})
