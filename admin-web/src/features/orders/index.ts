import { defineResource } from '../../lib/resource.ts'
import { orderHits, ordersCount } from './api.ts'

/** The tab 'Orders'. */
export const orders = defineResource({
  key: 'orders',
  label: 'Orders',
  needs: 'GET /api/admin/orders',
  load: () => import('./list.page.tsx'),
  count: ordersCount,
  search: { noun: 'orders', hits: orderHits },
})
