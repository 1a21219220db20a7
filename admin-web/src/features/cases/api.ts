import type { BodyIn } from '@prankpost/contracts/api'
import type { QueryClient } from '@tanstack/react-query'
import { adminCall } from '../../lib/admin-call.ts'
import { countQuery, listQuery } from '../../lib/admin-list.ts'
import type { ListState } from '../../lib/list-state.ts'

const resource = 'cases'
const endpoint = 'GET /api/admin/cases'

/** The number of all cases. */
export const casesCount = countQuery(resource, endpoint)

/** A page of the list. */
export const casesList = (state: ListState) => listQuery(resource, endpoint, state)

/** Closes a case; a repeat with the same outcome changes nothing. */
export const closeCase = (id: string, body: BodyIn<'POST /api/admin/cases/:id/close'>) =>
  adminCall('POST /api/admin/cases/:id/close', { params: { id }, body })

/** Reads who sent the reported parcels. The reason is recorded before. */
export const revealSender = (id: string, reason: string) =>
  adminCall('POST /api/admin/cases/:id/sender', { params: { id }, body: { reason } })

/** Reads the list and the count again. */
export const refreshCases = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({ queryKey: [resource] })
