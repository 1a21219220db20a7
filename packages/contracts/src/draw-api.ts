import { drawMonthParams, drawMonthQuery, drawMonths, monthDraws } from './draw-months.ts'
import type { Endpoints } from './endpoint.ts'

/** The public endpoints by which the draws of plans are repeated. */
export const drawApi = {
  'GET /api/draws': {
    operationId: 'listDrawMonths',
    summary: 'List the months of draws with their commitments and seeds',
    service: 'fulfilment',
    access: 'public',
    status: 200,
    answer: drawMonths,
  },
  'GET /api/draws/:month': {
    operationId: 'readDrawMonth',
    summary: 'Read what the draws of a month were made of, and their results',
    description:
      'Empty until the seed is published, after the month. Targets are numbers: a draw contains no name, no address and no id of a customer.',
    fails: [404],
    service: 'fulfilment',
    access: 'public',
    status: 200,
    params: drawMonthParams,
    query: drawMonthQuery,
    answer: monthDraws,
  },
} as const satisfies Endpoints
