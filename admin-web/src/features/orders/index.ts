import { defineResource } from '../../lib/resource.ts'
import { ordersCount } from './api.ts'

/** The tab 'Orders'. */
export const orders = defineResource({
  key: 'orders',
  label: 'Orders',
  needs: 'GET /api/admin/orders',
  load: () => import('./list.page.tsx'),
  count: ordersCount,
})
