import { countQuery, listQuery } from '../../lib/admin-list.ts'
import type { ListState } from '../../lib/list-state.ts'

const endpoint = 'GET /api/admin/subscription-logs'

/** How many there are, whatever the filter says. */
export const logsCount = countQuery('logs', endpoint)

/** A page of entries. */
export const logsList = (state: ListState) => listQuery('logs', endpoint, state)
