import { type AuditEntry, type AuditedService, auditDays, type auditQuery } from '@prankpost/contracts'
import { inBatches } from '@prankpost/messaging'
import { type Connection, Types } from 'mongoose'
import type { z } from 'zod'
import { type AuditRecord, createAuditModel } from './audit.model.ts'
import { unavailable } from './errors.ts'
import { findListPage, type ListPage } from './list-page.ts'
import type { Logger } from './log.ts'
import type { Task } from './run-service.ts'
import { searchFilter, searchTermsOf } from './search.ts'
import { createSweep } from './sweep.ts'

/** What the operator is about to do. */
interface AuditedCall {
  /** Key of the contract. */
  endpoint: string
  /** The caller's address. */
  address: string
  requestId: string
  /** What the path and the query say. */
  params?: object | undefined
  body?: unknown
}

/** A service's own record of what the operator did, kept for 400 days: as a task it sweeps what is older. */
export interface AuditTrail extends Task {
  service: AuditedService
  /**
   * Writes down what is about to be done; what it answers adds what came of it, and never fails. An entry
   * that stays without an outcome says that the process died in between. Each call is an entry of its own.
   * @throws 503 when it cannot be written: then it must not be done
   */
  begin(call: AuditedCall): Promise<(status: number) => Promise<void>>
  /** Writes down what is done already. @throws 503 when it cannot be written */
  record(call: AuditedCall, status: number): Promise<void>
  /** A page of it, newest first. `q` finds words that begin with what was typed in paths, ids and addresses. */
  list(
    query: z.output<typeof auditQuery>,
  ): Promise<{ items: AuditEntry[] } & Omit<ListPage<unknown>, 'documents'>>
  /** Deletes what is older than it is kept. Answers false: one round is enough. */
  sweep(): Promise<boolean>
}

export interface AuditTrailOptions {
  service: AuditedService
  connection: Connection
  log: Logger
}

const bodyAtMost = 20_000
const termsAtMost = 600
const sweepEveryMs = 60 * 60_000
const keepMs = auditDays * 24 * 60 * 60_000

/** Keeps the audit trail of a service in the collection `audit` of its database. */
export function createAuditTrail({ service, connection, log }: AuditTrailOptions): AuditTrail {
  const records = createAuditModel(connection)

  // Two hundred parcels shipped at once are a handful of writes here.
  const insert = inBatches((begun: AuditRecord[]) => records.collection.insertMany(begun))
  const write = (record: AuditRecord) =>
    insert(record).catch((error: unknown) => {
      throw unavailable(undefined, error)
    })
  const update = inBatches((ended: { _id: Types.ObjectId; outcome: { status: number; ms: number } }[]) =>
    records.collection.bulkWrite(
      ended.map(({ _id, outcome }) => ({ updateOne: { filter: { _id }, update: { $set: outcome } } })),
      { ordered: false },
    ),
  )

  const sweep = async () => {
    await records.deleteMany({ at: { $lt: new Date(Date.now() - keepMs) } })
    return false
  }
  // The index ends entries by itself; this is for servers whose TTL monitor does not run.
  const task = createSweep('audit', sweepEveryMs, log, sweep)

  return {
    service,
    async begin(call) {
      const startedAt = performance.now()
      const record = recordOf(call)
      const { _id } = record
      await write(record)
      return (status) => {
        const outcome = { status, ms: Math.round(performance.now() - startedAt) }
        return update({ _id, outcome }).catch((error: unknown) => {
          // It is done and cannot be undone: the entry stays without an outcome.
          log.warn({ err: error, entry: String(_id), status }, 'the outcome is missing in the audit trail')
        })
      }
    },
    record: (call, status) => write({ ...recordOf(call), status, ms: 0 }),
    async list({ limit, cursor, q }) {
      const { documents, ...page } = await findListPage<AuditRecord>(records, {
        filter: searchFilter(q),
        limit,
        cursor,
        projection: { searchTerms: 0 },
      })
      return { items: documents.map((record) => toEntry(service, record)), ...page }
    },
    sweep,
    start: task.start,
    stop: task.stop,
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
    searchTerms: searchTermsOf([...endpoint.split(/[\s/]/), address, requestId, ...leaves], termsAtMost),
  }
}

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
  const { _id, at, actor, address, requestId, endpoint, params, body, status, ms } = record
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
  }
}
