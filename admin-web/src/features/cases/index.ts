import { defineResource } from '../../lib/resource.ts'
import { casesCount } from './api.ts'

/** The tab 'Cases': what recipients reported with the codes on their slips. */
export const cases = defineResource({
  key: 'cases',
  label: 'Cases',
  needs: 'GET /api/admin/cases',
  load: () => import('./list.page.tsx'),
  count: casesCount,
})
