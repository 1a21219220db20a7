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

/** How long the process that wrote an event has it for itself before any relay may publish it. */
export const outboxLeaseMs = 5_000

/**
 * Fields that a model with events spreads into its schema. `revision` guards read-decide-write;
 * `outboxDueAt` is there exactly while the outbox holds something, and has a sparse index.
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

/** Makes `emit`, with which service `S` can make entries of the events that it owns, and of no other. */
export function createEmitter<S extends ServiceName>(_service: S) {
  /** Parses the payload and makes an outbox entry. `subject` is the id of the aggregate. @throws ZodError */
  return function emit<N extends EventOwnedBy<S>>(type: N, subject: string, data: EventData<N>): OutboxEntry {
    const traceparent = currentTraceparent()
    const dataschema = dataschemaOf(type)
    return {
      id: randomUUID(),
      type,
      subject,
      time: new Date(),
      // MongoDB would keep an undefined field as null, which is no traceparent.
      ...(traceparent === undefined ? {} : { traceparent }),
      ...(dataschema === undefined ? {} : { dataschema }),
      data: events[type].data.parse(data),
    }
  }
}

/** What a decision about a document comes to: how to change it, and what happened by that. */
export interface Change<T> {
  update: UpdateQuery<T>
  events?: OutboxEntry[]
}

/** Writes documents and their events in one atomic write each, and sends the events off right after. */
export interface Outbox<T extends OutboxDocument> {
  /** Inserts a document with its events, and answers it. @throws MongoServerError 11000 when a unique key is taken */
  insert(document: Omit<T, keyof OutboxDocument>, events?: OutboxEntry[]): Promise<T>
  /**
   * Reads the one document, lets `decide` say what changes, and writes that if nobody changed the
   * document meanwhile; otherwise decides again on what is there now. `decide` answers null to leave
   * all as it is. Answers what was read and whether it was changed; null when no document matches.
   * `known` is the document as it was read or inserted a moment ago: while nobody changed it, it is not read again.
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
 * The outbox of one collection. `notify` comes from its relay. All writes go through Mongoose, so that a document that
 * breaks its schema is refused.
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
        const guarded = { _id: document._id, revision: document.revision } as QueryFilter<T>
        const { modifiedCount } = await model.updateOne(guarded, withEvents(change.update, entries, due()))
        if (modifiedCount === 1) {
          written(document._id, entries)
          return { document, changed: true }
        }
      }
      throw new Error(`${model.modelName}: changed by others ${maxAttempts} times in a row`)
    },
  }
}

/** What is decided; undefined when that is nothing, or an error, and the document may be an old one. */
function decideOn<T>(document: T, decide: (document: T) => Change<T> | null, mayBeOld: boolean) {
  try {
    return decide(document) ?? (mayBeOld ? undefined : null)
  } catch (error) {
    if (mayBeOld) return undefined
    throw error
  }
}

function withEvents<T>(update: UpdateQuery<T>, entries: OutboxEntry[], dueAt: Date): UpdateQuery<T> {
  const merged = { ...update, $inc: { ...update.$inc, revision: 1 } }
  if (entries.length === 0) return merged as UpdateQuery<T>
  return {
    ...merged,
    $push: { ...update.$push, outbox: { $each: entries } },
    $set: { ...update.$set, outboxDueAt: dueAt },
  } as UpdateQuery<T>
}
