import { defineResource } from '../../lib/resource.ts'
import { discountsCount } from './api.ts'

/** The tab 'Discounts': discount codes and how often they were used. */
export const discounts = defineResource({
  key: 'discounts',
  label: 'Discounts',
  needs: 'GET /api/admin/discounts',
  load: () => import('./list.page.tsx'),
  count: discountsCount,
})
