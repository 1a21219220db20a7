import type { AuditEntry, AuditQuery, CallingOperator, ServiceName } from '@prankpost/contracts'
import { type Connection, Types } from 'mongoose'
import { findListPage, type ListPage } from '../data/list-page.ts'
import { searchFilter, searchTermsOf } from '../data/search.ts'
import { unavailable } from '../errors.ts'
import type { Logger } from '../ops/log.ts'
import { type AuditRecord, createAuditModel } from './audit.model.ts'

/** A call of an operator that is to be recorded. */
export interface AuditedCall {
  /** The endpoint's key in the contract. */
  endpoint: string
  /** Who made it; missing for tries to log in with the shared password. */
  operator?: Pick<CallingOperator, 'id' | 'name'> | undefined
  /** The caller's address. */
  address: string
  requestId: string
  /** The parameters of the path and the query. */
  params?: object | undefined
  body?: unknown
  /** The fields of the body that are not recorded. */
  hidesFields?: readonly string[] | undefined
}

/** A service's own record of what operators did, kept for 400 days (by a TTL index). */
export interface AuditTrail {
  service: ServiceName
  /**
   * Records a call before it is carried out. The returned function adds the outcome and never fails; for an export the
   * outcome includes the number of records. An entry without an outcome means that the process died in between. Each
   * call gets its own entry.
   * @throws 503 when the entry cannot be written: the call must not be carried out then
   */
  begin(call: AuditedCall): Promise<(status: number, records?: number) => Promise<void>>
  /** Records a call that has already been carried out. @throws 503 when the entry cannot be written */
  record(call: AuditedCall, status: number): Promise<void>
  /** Records a read of personal data before its response is sent. @throws 503 when the entry cannot be written */
  recordRead(call: AuditedCall, read: { status: number; startedAt: number; records: number }): Promise<void>
  /**
   * Returns one page of entries, newest first. `q` matches the beginnings of words in paths, ids and addresses; `kind`
   * selects either reads or all other entries.
   */
  list(query: AuditQuery): Promise<{ items: AuditEntry[] } & Omit<ListPage<unknown>, 'documents'>>
}

export interface AuditTrailOptions {
  service: ServiceName
  connection: Connection
  log: Logger
}

const maxBodyLength = 20_000
const maxTerms = 600

/** Keeps the audit trail of a service in the collection `audit` of its database. */
export function createAuditTrail({ service, connection, log }: AuditTrailOptions): AuditTrail {
  const records = createAuditModel(connection)

  const write = async (record: AuditRecord) => {
    await records.create(record).catch((error: unknown) => {
      throw unavailable(undefined, error)
    })
  }

  return {
    service,
    async begin(call) {
      const startedAt = performance.now()
      const record = recordOf(call)
      const { _id } = record
      await write(record)
      return async (status, count) => {
        const outcome = { status, ms: msSince(startedAt), ...(count !== undefined && { records: count }) }
        await records.updateOne({ _id }, { $set: outcome }).catch((error: unknown) => {
          // The action is done and cannot be undone: the entry stays without an outcome.
          log.warn({ err: error, entry: String(_id), status }, 'the outcome is missing in the audit trail')
        })
      }
    },
    record: (call, status) => write({ ...recordOf(call), status, ms: 0 }),
    recordRead: (call, { status, startedAt, records }) =>
      write({ ...recordOf(call), status, ms: msSince(startedAt), records, isRead: true }),
    async list({ limit, cursor, q, kind }) {
      const { documents, ...page } = await findListPage<AuditRecord>(records, {
        // Equality with null also finds entries without the field.
        filter: { ...searchFilter(q), ...(kind && { isRead: kind === 'reads' ? true : null }) },
        limit,
        cursor,
        projection: { searchTerms: 0 },
      })
      return { items: documents.map((record) => toEntry(service, record)), ...page }
    },
  }
}

function recordOf(call: AuditedCall): AuditRecord {
  const { endpoint, operator, address, requestId, params = {}, body, hidesFields = [] } = call
  const isHidden = (name: string) => isSecret(name) || hidesFields.includes(name)
  const given = Object.entries(params).filter(([name, value]) => value !== undefined && !isSecret(name))
  const text =
    body === undefined ? null : JSON.stringify(body, (name, value) => (isHidden(name) ? undefined : value))
  const values = [...given.map(([, value]) => String(value)), ...singleWordsIn(body, isHidden)]
  return {
    _id: new Types.ObjectId(),
    at: new Date(),
    actor: operator?.name ?? 'admin',
    address,
    requestId,
    endpoint,
    params: Object.fromEntries(given.map(([name, value]) => [name, String(value)])),
    body: text === null ? null : bounded(text),
    status: null,
    ms: null,
    records: null,
    searchTerms: searchTermsOf(
      [...endpoint.split(/[\s/]/), operator?.id, operator?.name, address, requestId, ...values],
      maxTerms,
    ),
  }
}

const msSince = (startedAt: number) => Math.round(performance.now() - startedAt)

// The contract's schemas remove the admin password from the input of a use case; this is a second line of defence.
const isSecret = (name: string) => /password/i.test(name)

/** The strings in a body that are a single word, such as ids and names. */
function singleWordsIn(body: unknown, isHidden: (name: string) => boolean): string[] {
  if (typeof body === 'string') return /^\S{1,100}$/.test(body) ? [body] : []
  if (typeof body !== 'object' || body === null) return []
  return Object.entries(body).flatMap(([name, value]) =>
    isHidden(name) ? [] : singleWordsIn(value, isHidden),
  )
}

const bounded = (text: string) =>
  text.length <= maxBodyLength
    ? text
    : `${text.slice(0, maxBodyLength)}... (${text.length} characters in all)`

function toEntry(service: ServiceName, record: AuditRecord): AuditEntry {
  const { _id, at, actor, address, requestId, endpoint, params, body, status, ms, records } = record
  return {
    id: String(_id),
    service,
    at: at.toISOString(),
    actor,
    address,
    requestId,
    endpoint,
    params,
    body,
    outcome: status === null || ms === null ? null : { status, ms },
    records: records ?? null,
  }
}
