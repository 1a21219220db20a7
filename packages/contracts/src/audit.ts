import { z } from 'zod'
import { auditKinds } from './constants.ts'
import { type Endpoint, pascalCase } from './endpoint.ts'
import { adminListOf, adminListQuery, timestamp } from './primitives.ts'
import type { AuditedService } from './services.ts'

/** How long it is kept what the operator did. */
export const auditDays = 400

/** One thing that the operator did, or was about to do when the process died, or a read of personal data. */
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
  /** Of a read or an export: how many records it handed out. Null for everything else, and where it is unknown. */
  records: z.int().nullable(),
})
export type AuditEntry = z.infer<typeof auditEntry>
export const auditList = adminListOf(auditEntry)

/** Paging and search of the audit trail, and the one kind of entries that is wanted. */
export const auditQuery = adminListQuery
  .omit({ status: true })
  .extend({ kind: z.enum(auditKinds).optional() })
export type AuditQuery = z.output<typeof auditQuery>

/** What of an endpoint decides about the audit trail. */
type Audited = Pick<Endpoint, 'access' | 'unaudited'> & { file?: string }

/**
 * Whether calls of an endpoint are recorded in the audit trail: every call of the operator that changes something,
 * takes out a file, or reads personal data. A new endpoint is recorded unless the contract says why it need not be.
 */
export const isAudited = ({ access, unaudited }: Audited) => access === 'admin' && unaudited === undefined

/** Whether an audited call only reads: a GET that answers no file. It is recorded when it hands out records. */
export const isAuditedRead = (key: string, endpoint: Audited) =>
  isAudited(endpoint) && key.startsWith('GET ') && endpoint.file === undefined

/** The endpoint of one service's audit trail: each service has its own, in its own database. */
export const auditEndpoints = <S extends AuditedService>(service: S) =>
  ({
    [`GET /api/admin/audit/${service}`]: {
      operationId: `listAuditOf${pascalCase(service)}`,
      summary: `What the operator did in ${service}, the latest first`,
      service,
      access: 'admin',
      status: 200,
      unaudited: 'the trail itself: what the operator did and searched for',
      query: auditQuery,
      answer: auditList,
    },
  }) as AuditEndpoints<S>

type AuditEndpoints<S extends AuditedService> = {
  [K in `GET /api/admin/audit/${S}`]: {
    operationId: string
    summary: string
    service: S
    access: 'admin'
    status: 200
    unaudited: string
    query: typeof auditQuery
    answer: typeof auditList
  }
}
