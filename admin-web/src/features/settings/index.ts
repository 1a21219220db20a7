import { countedBy } from '../../lib/admin-list.ts'
import { defineResource } from '../../lib/resource.ts'

/** The tab 'Settings': the settings of the shop, and its texts. Nothing is counted. */
export const settings = defineResource({
  key: 'settings',
  label: 'Settings',
  needs: 'GET /api/admin/settings',
  load: () => import('./settings.page.tsx'),
  count: countedBy('settings', async () => 0),
  hidesZero: true,
})
