import { defineResource } from '../../lib/resource.ts'
import { pranksCount } from './api.ts'

/** The tab 'Pranks': the catalog. */
export const pranks = defineResource({
  key: 'pranks',
  label: 'Pranks',
  needs: 'GET /api/admin/pranks',
  load: () => import('./list.page.tsx'),
  count: pranksCount,
})
