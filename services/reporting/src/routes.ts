import { on, type Route } from '@prankpost/service-kit'
import type { Deps } from './deps.ts'
import { countSteps } from './use-cases/count-steps.ts'
import { exportReport } from './use-cases/export-report.ts'
import { readReport } from './use-cases/read-report.ts'

/** The HTTP routes of reporting. Schemas and access rules are in the contract. */
export const routes = (deps: Deps): Route[] => [
  on('GET /api/admin/reports/sales', ({ query }) => readReport({ report: 'sales', ...query }, deps)),
  on('GET /api/admin/reports/pranks', ({ query }) => readReport({ report: 'pranks', ...query }, deps)),
  on('GET /api/admin/reports/plans', ({ query }) => readReport({ report: 'plans', ...query }, deps)),
  on('GET /api/admin/reports/fulfilment', ({ query }) =>
    readReport({ report: 'fulfilment', ...query }, deps),
  ),
  on('GET /api/admin/reports/discounts', ({ query }) => readReport({ report: 'discounts', ...query }, deps)),
  on('GET /api/admin/reports/funnel', ({ query }) => readReport({ report: 'funnel', ...query }, deps)),
  on('GET /api/admin/reports/funnel-pranks', ({ query }) =>
    readReport({ report: 'funnel-pranks', ...query }, deps),
  ),
  on('GET /api/admin/reports/:report/export', ({ params: { report }, query, res }) =>
    exportReport({ report, ...query, res }, deps),
  ),
  on('POST /api/funnel', ({ body, req }) =>
    countSteps(
      { ...body, address: req.ip ?? 'unknown', privacy: [req.get('dnt'), req.get('sec-gpc')] },
      deps,
    ),
  ),
]
