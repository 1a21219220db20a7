import { defineResource } from '../../lib/resource.ts'
import { parcelHits, parcelsCount } from './api.ts'

/** The tab 'Parcels': the queue of the operators who pack. */
export const parcels = defineResource({
  key: 'parcels',
  label: 'Parcels',
  needs: 'GET /api/admin/parcels',
  load: () => import('./list.page.tsx'),
  count: parcelsCount,
  search: { noun: 'parcels', hits: parcelHits },
})
