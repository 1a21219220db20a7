import { randomUUID } from 'node:crypto'
import {
  dataschemaOf,
  type EventData,
  type EventOwnedBy,
  events,
  type ServiceName,
} from '@prankpost/contracts'
import { type Model, type QueryFilter, Schema, type UpdateQuery } from 'mongoose'
import { checkpoint } from './checkpoint.ts'
import type { OutboxEntry } from './cloud-event.ts'
import { databaseNow } from './database-clock.ts'
import { currentTraceparent } from './trace.ts'

/** How long only the process that wrote an event may publish it; after that any relay may. */
export const outboxLeaseMs = 5_000

/**
 * Fields that a model with events spreads into its schema. `revision` guards read-decide-write. `outboxDueAt` exists only
 * while the outbox is not empty, and has a sparse index.
 */
export const outboxFields = {
  revision: { type: Number, required: true, default: 1 },
  outbox: { type: Schema.Types.Mixed, default: () => [] },
  outboxDueAt: { type: Date, index: { sparse: true } },
}

/** The same fields on a stored document. */
export interface OutboxDocument {
  revision: number
  outbox: OutboxEntry[]
  outboxDueAt?: Date
}

/** Creates `emit`, which creates outbox entries only for the events that service `S` owns. */
export function createEmitter<S extends ServiceName>(_service: S) {
  /** Parses the payload and creates an outbox entry. `subject` is the id of the aggregate. @throws ZodError */
  return function emit<N extends EventOwnedBy<S>>(type: N, subject: string, data: EventData<N>): OutboxEntry {
    const traceparent = currentTraceparent()
    const dataschema = dataschemaOf(type)
    return {
      id: randomUUID(),
      type,
      subject,
      time: new Date(),
      // MongoDB would store an undefined field as null, which is not a valid traceparent.
      ...(traceparent === undefined ? {} : { traceparent }),
      ...(dataschema === undefined ? {} : { dataschema }),
      data: events[type].data.parse(data),
    }
  }
}

/** The result of a decision about a document: the update, and the events that report it. */
export interface Change<T> {
  update: UpdateQuery<T>
  events?: OutboxEntry[]
  /** Written while the document matches this, instead of with a new revision: for fields that no other decision depends on. */
  guard?: QueryFilter<T>
}

/** Writes each document and its events in one atomic write, and publishes the events right after. */
export interface Outbox<T extends OutboxDocument> {
  /** Inserts a document with its events, and returns it. @throws MongoServerError 11000 when a unique key is taken */
  insert(document: Omit<T, keyof OutboxDocument>, events?: OutboxEntry[]): Promise<T>
  /**
   * Reads one document, calls `decide`, and writes the change if the document was not changed meanwhile; otherwise it
   * reads the document and decides again. `decide` returns null to change nothing. Resolves with the document as it was
   * read and whether it was changed; null when no document matches.
   * `known` is the document as it was just read or inserted: it is read again only if it was changed meanwhile.
   */
  change(
    filter: QueryFilter<T>,
    decide: (document: T) => Change<T> | null,
    known?: T,
  ): Promise<{ document: T; changed: boolean } | null>
}

/** Called after each write that holds events; the relay publishes them at once. */
export type Notify = (id: unknown, entries: OutboxEntry[]) => void

const maxAttempts = 20

/**
 * Creates the outbox of one collection. `notify` comes from its relay. All writes go through Mongoose, which rejects a
 * document that violates its schema.
 */
export function createOutbox<T extends OutboxDocument & { _id: unknown }>(
  model: Model<T>,
  notify: Notify,
): Outbox<T> {
  const due = () => new Date(databaseNow(model.db).getTime() + outboxLeaseMs)
  const read = (filter: QueryFilter<T>) => model.findOne(filter).lean<T>()
  const written = (id: unknown, entries: OutboxEntry[]) => {
    if (entries.length === 0) return
    checkpoint(`outbox:written ${entries[0]?.type}`)
    notify(id, entries)
  }

  return {
    async insert(document, entries = []) {
      const pending = entries.length > 0 ? { outbox: entries, outboxDueAt: due() } : {}
      const created = await model.create({ ...document, ...pending } as T)
      written(created._id, entries)
      return created.toObject() as T
    },

    async change(filter, decide, known) {
      for (let attempt = 0; attempt < maxAttempts; attempt++) {
        const document = attempt === 0 && known ? known : await read(filter)
        if (document === null) return null
        const change = decideOn(document, decide, document === known)
        if (change === undefined) continue
        if (change === null) return { document, changed: false }
        const entries = change.events ?? []
        const { guard, update } = change
        const guarded = { ...(guard ?? { revision: document.revision }), _id: document._id } as QueryFilter<T>
        const next = guard ? update : { ...update, $inc: { ...update.$inc, revision: 1 } }
        const { modifiedCount } = await model.updateOne(guarded, withEvents(next, entries, due()))
        if (modifiedCount === 1) {
          written(document._id, entries)
          return { document, changed: true }
        }
      }
      throw new Error(`${model.modelName}: ${maxAttempts} attempts in a row conflicted with other changes`)
    },
  }
}

/** Returns the decision; undefined if the document may be outdated and the decision is null or an error. */
function decideOn<T>(document: T, decide: (document: T) => Change<T> | null, mayBeOutdated: boolean) {
  try {
    return decide(document) ?? (mayBeOutdated ? undefined : null)
  } catch (error) {
    if (mayBeOutdated) return undefined
    throw error
  }
}

function withEvents<T>(update: UpdateQuery<T>, entries: OutboxEntry[], dueAt: Date): UpdateQuery<T> {
  if (entries.length === 0) return update
  return {
    ...update,
    $push: { ...update.$push, outbox: { $each: entries } },
    $set: { ...update.$set, outboxDueAt: dueAt },
  } as UpdateQuery<T>
}
