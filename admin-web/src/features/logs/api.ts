import { resourceList } from '../../lib/admin-list.ts'

/** The list of log entries. */
export const { count: logsCount, page: logsList } = resourceList('logs', 'GET /api/admin/subscription-logs')
