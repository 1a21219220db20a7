import type { Endpoints } from './endpoint.ts'

/** The endpoints of conversations with customers. */
export const messageApi = {} as const satisfies Endpoints
