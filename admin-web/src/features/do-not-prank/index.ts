import { defineResource } from '../../lib/resource.ts'
import { entriesCount } from './api.ts'

/** The tab 'Do Not Prank': addresses that get no parcels, of which only digests are known. */
export const doNotPrank = defineResource({
  key: 'do-not-prank',
  label: 'Do Not Prank',
  needs: 'GET /api/admin/do-not-prank',
  load: () => import('./list.page.tsx'),
  count: entriesCount,
})
