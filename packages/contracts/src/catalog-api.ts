import type { Endpoints } from './endpoint.ts'

/** The operator's endpoints of the catalog. */
export const catalogApi = {} as const satisfies Endpoints
