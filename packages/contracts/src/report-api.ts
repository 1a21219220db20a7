import type { Endpoints } from './endpoint.ts'
import { may } from './operator.ts'
import * as report from './report.ts'

const figures = {
  service: 'reporting',
  access: 'admin',
  roles: may.look,
  status: 200,
  unaudited: 'figures',
  query: report.reportQuery,
} as const

/** The reports of operators. They are a few seconds behind the events that they are built from. */
export const reportApi = {
  'GET /api/admin/reports/sales': {
    operationId: 'readSalesReport',
    summary: 'Read revenue and refunds by day, week or month',
    ...figures,
    answer: report.salesReport,
  },
  'GET /api/admin/reports/pranks': {
    operationId: 'readPrankReport',
    summary: 'Read how often each prank was sold and shipped',
    ...figures,
    answer: report.prankReport,
  },
  'GET /api/admin/reports/plans': {
    operationId: 'readPlanReport',
    summary: 'Read recurring revenue, churn and lifetime value of plans',
    ...figures,
    answer: report.planReport,
  },
  'GET /api/admin/reports/fulfilment': {
    operationId: 'readFulfilmentReport',
    summary: 'Read how long parcels take from payment to shipping',
    ...figures,
    answer: report.fulfilmentReport,
  },
  'GET /api/admin/reports/discounts': {
    operationId: 'readDiscountReport',
    summary: 'Read how often each discount code was used',
    ...figures,
    answer: report.discountReport,
  },
  'GET /api/admin/reports/:report/export': {
    operationId: 'exportReport',
    summary: 'Export a report as CSV',
    ...figures,
    params: report.reportParams,
    file: 'text/csv',
  },
} as const satisfies Endpoints
