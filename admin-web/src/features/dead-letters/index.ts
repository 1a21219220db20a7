import { defineResource } from '../../lib/resource.ts'
import { deadLettersCount } from './api.ts'

/** The tab 'Dead Letters': messages that a service could not process. */
export const deadLetters = defineResource({
  key: 'dead-letters',
  label: 'Dead Letters',
  needs: 'GET /api/admin/dead-letters/order',
  load: () => import('./list.page.tsx'),
  count: deadLettersCount,
  hidesZero: true,
})
