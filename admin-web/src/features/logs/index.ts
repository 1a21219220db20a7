import { defineResource } from '../../lib/resource.ts'
import { logsCount } from './api.ts'

/** The tab 'Logs'. */
export const logs = defineResource({
  key: 'logs',
  label: 'Logs',
  needs: 'GET /api/admin/subscription-logs',
  load: () => import('./list.page.tsx'),
  count: logsCount,
})
