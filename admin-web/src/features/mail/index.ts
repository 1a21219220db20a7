import { defineResource } from '../../lib/resource.ts'
import { mailCount } from './api.ts'

/** The tab 'Mail': messages of the contact form. */
export const mail = defineResource({
  key: 'mail',
  label: 'Mail',
  needs: 'GET /api/admin/contact-messages',
  load: () => import('./list.page.tsx'),
  count: mailCount,
  search: { noun: 'messages' },
})
