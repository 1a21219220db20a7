import { defineResource } from '../../lib/resource.ts'
import { customerHits, customersCount } from './api.ts'

/** The tab 'Customers': accounts, and everything about one of them. */
export const customers = defineResource({
  key: 'customers',
  label: 'Customers',
  needs: 'GET /api/admin/customers',
  load: () => import('./list.page.tsx'),
  count: customersCount,
  search: { noun: 'customers', hits: customerHits },
})
