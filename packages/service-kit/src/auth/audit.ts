import type { AuditEntry, AuditedService, AuditQuery } from '@prankpost/contracts'
import { type Connection, Types } from 'mongoose'
import { findListPage, type ListPage } from '../data/list-page.ts'
import { searchFilter, searchTermsOf } from '../data/search.ts'
import { unavailable } from '../errors.ts'
import type { Logger } from '../ops/log.ts'
import { type AuditRecord, createAuditModel } from './audit.model.ts'

/** What the operator is about to do. */
export interface AuditedCall {
  /** Key of the contract. */
  endpoint: string
  /** The caller's address. */
  address: string
  requestId: string
  /** What the path and the query say. */
  params?: object | undefined
  body?: unknown
}

/** A service's own record of what the operator did, kept for 400 days (a TTL index). */
export interface AuditTrail {
  service: AuditedService
  /**
   * Writes down what is about to be done; what it answers adds what came of it, and never fails. An entry
   * that stays without an outcome says that the process died in between. Each call is an entry of its own. Of an
   * export the outcome also says how many records it held.
   * @throws 503 when it cannot be written: then it must not be done
   */
  begin(call: AuditedCall): Promise<(status: number, records?: number) => Promise<void>>
  /** Writes down what is done already. @throws 503 when it cannot be written */
  record(call: AuditedCall, status: number): Promise<void>
  /** Records a read of personal data before its answer is sent. @throws 503 when it cannot be written */
  recordRead(call: AuditedCall, read: { status: number; startedAt: number; records: number }): Promise<void>
  /**
   * A page of it, newest first. `q` finds words that begin with what was typed in paths, ids and addresses; `kind`
   * leaves out reads, or everything else.
   */
  list(query: AuditQuery): Promise<{ items: AuditEntry[] } & Omit<ListPage<unknown>, 'documents'>>
}

export interface AuditTrailOptions {
  service: AuditedService
  connection: Connection
  log: Logger
}

const bodyAtMost = 20_000
const termsAtMost = 600

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
          // It is done and cannot be undone: the entry stays without an outcome.
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

function recordOf({ endpoint, address, requestId, params = {}, body }: AuditedCall): AuditRecord {
  const said = Object.entries(params).filter(([name, value]) => value !== undefined && !isSecret(name))
  const text =
    body === undefined ? null : JSON.stringify(body, (name, value) => (isSecret(name) ? undefined : value))
  const leaves = [...said.map(([, value]) => String(value)), ...namesIn(body)]
  return {
    _id: new Types.ObjectId(),
    at: new Date(),
    actor: 'admin',
    address,
    requestId,
    endpoint,
    params: Object.fromEntries(said.map(([name, value]) => [name, String(value)])),
    body: text === null ? null : bounded(text),
    status: null,
    ms: null,
    records: null,
    searchTerms: searchTermsOf([...endpoint.split(/[\s/]/), address, requestId, ...leaves], termsAtMost),
  }
}

const msSince = (startedAt: number) => Math.round(performance.now() - startedAt)

// The contract's schemas drop the admin password from what a use case gets; nothing may depend on that alone.
const isSecret = (name: string) => /password/i.test(name)

/** The ids and names in a body: its texts of one word. */
function namesIn(body: unknown): string[] {
  if (typeof body === 'string') return /^\S{1,100}$/.test(body) ? [body] : []
  if (typeof body !== 'object' || body === null) return []
  return Object.entries(body).flatMap(([name, value]) => (isSecret(name) ? [] : namesIn(value)))
}

const bounded = (text: string) =>
  text.length <= bodyAtMost ? text : `${text.slice(0, bodyAtMost)}... (${text.length} characters in all)`

function toEntry(service: AuditedService, record: AuditRecord): AuditEntry {
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
