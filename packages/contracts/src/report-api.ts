import type { Endpoints } from './endpoint.ts'
import { funnelInput, funnelMaxBytes } from './funnel.ts'
import { may } from './operator.ts'
import * as report from './report.ts'

const figures = {
  service: 'reporting',
  access: 'admin',
  roles: may.read,
  status: 200,
  unaudited: 'figures',
  query: report.reportQuery,
} as const

/** The reports of operators, which are a few seconds behind their events, and the steps that browsers report for them. */
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
  'GET /api/admin/reports/funnel': {
    operationId: 'readFunnelReport',
    summary: 'Read how many visits reached each step of a purchase, by source',
    ...figures,
    answer: report.funnelReport,
  },
  'GET /api/admin/reports/funnel-pranks': {
    operationId: 'readPrankFunnelReport',
    summary: 'Read how many visits reached each step of a purchase, by prank',
    ...figures,
    answer: report.funnelPrankReport,
  },
  'GET /api/admin/reports/:report/export': {
    operationId: 'exportReport',
    summary: 'Export a report as CSV',
    ...figures,
    params: report.reportParams,
    file: 'text/csv',
  },
  'POST /api/funnel': {
    operationId: 'reportSteps',
    summary: 'Report the steps of a purchase that a visit has reached',
    description:
      'Adds to the counts of the day; stores nothing about the caller. Also answered with 204 when nothing is counted: for a request with `DNT: 1` or `Sec-GPC: 1`, above the limit of a network, and for an unknown prank.',
    service: 'reporting',
    access: 'public',
    status: 204,
    body: funnelInput,
    maxBodyBytes: funnelMaxBytes,
  },
} as const satisfies Endpoints
