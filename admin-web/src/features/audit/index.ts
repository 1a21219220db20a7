import { defineResource } from '../../lib/resource.ts'
import { auditCount } from './api.ts'

/** The tab 'Audit': the audit trail of the admin. */
export const audit = defineResource({
  key: 'audit',
  label: 'Audit',
  needs: 'GET /api/admin/audit/auth',
  load: () => import('./list.page.tsx'),
  count: auditCount,
})
