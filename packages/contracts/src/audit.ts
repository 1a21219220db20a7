import { z } from 'zod'
import { auditKinds } from './constants.ts'
import { type Endpoint, pascalCase } from './endpoint.ts'
import { may } from './operator.ts'
import { adminListOf, adminListQuery, timestamp } from './primitives.ts'
import { type ServiceName, serviceNames } from './services.ts'

/** How many days audit entries are kept. */
export const auditDays = 400

/** One action of the operator, which may be incomplete if the process died, or one read of personal data. */
export const auditEntry = z.object({
  id: z.string(),
  service: z.string(),
  at: timestamp,
  actor: z.string(),
  /** The caller's address. */
  address: z.string(),
  requestId: z.string(),
  /** The endpoint's key in the contract, such as `PATCH /api/admin/orders/:id/status`. */
  endpoint: z.string(),
  /** The parameters of the path and the query. */
  params: z.record(z.string(), z.string()),
  /** The body as JSON, without the admin password; only the beginning if it is very long. Null if there was none. */
  body: z.string().nullable(),
  /** The outcome; null when it is unknown because the process died before it was recorded. */
  outcome: z.object({ status: z.int(), ms: z.int() }).nullable(),
  /** The number of records that a read or an export returned. Null for everything else, and when it is unknown. */
  records: z.int().nullable(),
})
export type AuditEntry = z.infer<typeof auditEntry>
export const auditList = adminListOf(auditEntry)

/** Paging, search and the requested kind of entries of the audit trail. */
export const auditQuery = adminListQuery
  .omit({ status: true })
  .extend({ kind: z.enum(auditKinds).optional() })
export type AuditQuery = z.output<typeof auditQuery>

/** The properties of an endpoint that decide whether it is audited. */
type Audited = Pick<Endpoint, 'access' | 'unaudited'> & { file?: string }

/**
 * Whether calls of an endpoint are recorded in the audit trail: every call of the operator that changes something,
 * exports a file, or reads personal data. A new endpoint is recorded unless the contract gives a reason not to.
 */
export const isAudited = ({ access, unaudited }: Audited) => access === 'admin' && unaudited === undefined

/** Whether an audited call only reads: a GET that does not return a file. It is recorded when it returns records. */
export const isAuditedRead = (key: string, endpoint: Audited) =>
  isAudited(endpoint) && key.startsWith('GET ') && endpoint.file === undefined

const endpointOf = <S extends ServiceName>(service: S) =>
  ({
    operationId: `listAuditOf${pascalCase(service)}`,
    summary: `List the operator's actions in ${service}, latest first`,
    service,
    access: 'admin',
    roles: may.manage,
    status: 200,
    unaudited: "the audit trail itself, which contains only the operator's actions and searches",
    query: auditQuery,
    answer: auditList,
  }) as const

/** The endpoints of audit trails: each service has its own, in its own database. */
export const auditApi = Object.fromEntries(
  serviceNames.map((service) => [`GET /api/admin/audit/${service}`, endpointOf(service)]),
) as unknown as { [S in ServiceName as `GET /api/admin/audit/${S}`]: ReturnType<typeof endpointOf<S>> }
