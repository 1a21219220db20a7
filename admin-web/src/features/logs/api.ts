import { countQuery, listQuery } from '../../lib/admin-list.ts'
import type { ListState } from '../../lib/list-state.ts'

const endpoint = 'GET /api/admin/subscription-logs'

/** The number of all entries, independent of the filter. */
export const logsCount = countQuery('logs', endpoint)

/** A page of log entries. */
export const logsList = (state: ListState) => listQuery('logs', endpoint, state)
