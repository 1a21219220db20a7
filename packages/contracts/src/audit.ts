import { z } from 'zod'
import { adminListOf, adminListQuery, timestamp } from './primitives.ts'
import type { AuditedService } from './services.ts'

/** How long it is kept what the operator did. */
export const auditDays = 400

/** One thing that the operator did, or was about to do when the process died. */
export const auditEntry = z.object({
  id: z.string(),
  service: z.string(),
  at: timestamp,
  actor: z.string(),
  /** The caller's address. */
  address: z.string(),
  requestId: z.string(),
  /** Key of the contract: `PATCH /api/admin/orders/:id/status`. */
  endpoint: z.string(),
  /** What the path and the query said. */
  params: z.record(z.string(), z.string()),
  /** The body as JSON, without the admin password; of a very long one the beginning. Null where there was none. */
  body: z.string().nullable(),
  /** What came of it; null when nobody knows: the process died before it could say. */
  outcome: z.object({ status: z.int(), ms: z.int() }).nullable(),
})
export type AuditEntry = z.infer<typeof auditEntry>
export const auditList = adminListOf(auditEntry)

/** Paging and search of the audit trail. */
export const auditQuery = adminListQuery.omit({ status: true })

/**
 * Whether a call of an endpoint goes into the audit trail: each of the operator's that changes something,
 * and each that takes data out as a file.
 */
export const isAudited = (key: string, { access, file }: { access: string; file?: string }) =>
  access === 'admin' && (!key.startsWith('GET ') || file !== undefined)

/** The endpoint of one service's audit trail: each service has its own, in its own database. */
export const auditEndpoints = <S extends AuditedService>(service: S) =>
  ({
    [`GET /api/admin/audit/${service}`]: {
      service,
      access: 'admin',
      status: 200,
      query: auditQuery,
      answer: auditList,
    },
  }) as AuditEndpoints<S>

type AuditEndpoints<S extends AuditedService> = {
  [K in `GET /api/admin/audit/${S}`]: {
    service: S
    access: 'admin'
    status: 200
    query: typeof auditQuery
    answer: typeof auditList
  }
}
