import type { BodyIn } from '@prankpost/contracts/api'
import { adminCall } from '../../lib/admin-call.ts'
import { resourceList } from '../../lib/admin-list.ts'

/** The list of cases. */
export const {
  count: casesCount,
  page: casesList,
  refresh: refreshCases,
} = resourceList('cases', 'GET /api/admin/cases')

/** Closes a case; a repeat with the same outcome changes nothing. */
export const closeCase = (id: string, body: BodyIn<'POST /api/admin/cases/:id/close'>) =>
  adminCall('POST /api/admin/cases/:id/close', { params: { id }, body })

/** Reads who sent the reported parcels. The reason is recorded before. */
export const revealSender = (id: string, reason: string) =>
  adminCall('POST /api/admin/cases/:id/sender', { params: { id }, body: { reason } })
