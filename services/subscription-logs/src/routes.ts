import { on, type Route, sendCsv, streamList } from '@prankpost/service-kit'
import type { Deps } from './deps.ts'
import { logColumns } from './log.csv.ts'
import { hiddenFields, toDto } from './log.dto.ts'
import { listLogs, logFilter } from './use-cases/list-logs.ts'

/** The HTTP routes of subscription-logs. Schemas and access rules are in the contract. */
export const routes = (deps: Deps): Route[] => [
  on('GET /api/admin/subscription-logs', ({ query }) => listLogs(query, deps)),
  on('GET /api/admin/subscription-logs/export', ({ query, res }) =>
    sendCsv(
      res,
      'subscription-logs',
      logColumns,
      streamList(deps.logs, { filter: logFilter(query), projection: hiddenFields, show: toDto }),
    ),
  ),
]
