import { defineResource } from '../../lib/resource.ts'
import { auditCount } from './api.ts'

/** The tab 'Audit': what was done here, by whom, from where. */
export const audit = defineResource({
  key: 'audit',
  label: 'Audit',
  load: () => import('./list.page.tsx'),
  count: auditCount,
})
