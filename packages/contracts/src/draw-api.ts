import { drawMonthParams, drawMonthQuery, drawMonths, monthDraws } from './draw-months.ts'
import type { Endpoints } from './endpoint.ts'

const everyone = { service: 'fulfilment', access: 'public', status: 200 } as const

/** The public endpoints by which the draws of plans are repeated. */
export const drawApi = {
  'GET /api/draws': {
    operationId: 'listDrawMonths',
    summary: 'List the months of draws with their commitments and seeds',
    ...everyone,
    answer: drawMonths,
  },
  'GET /api/draws/:month': {
    operationId: 'readDrawMonth',
    summary: 'Read what the draws of a month were made of, and their results',
    description:
      'Empty until the seed is published, after the month. Targets are numbers: a draw contains no name, no address and no id of a customer.',
    fails: [404],
    ...everyone,
    params: drawMonthParams,
    query: drawMonthQuery,
    answer: monthDraws,
  },
} as const satisfies Endpoints
