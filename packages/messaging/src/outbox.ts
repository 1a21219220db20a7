import { randomUUID } from 'node:crypto'
import {
  dataschemaOf,
  type EventData,
  type EventOwnedBy,
  events,
  type ServiceName,
} from '@prankpost/contracts'
import { type Model, mongo, type QueryFilter, Schema, type UpdateQuery } from 'mongoose'
import { checkpoint } from './checkpoint.ts'
import type { OutboxEntry } from './cloud-event.ts'
import { FailedItems, inBatches } from './in-batches.ts'
import { createLastWritten } from './last-written.ts'
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
  /**
   * The document as this process wrote it last, where it remembers that. It may be old: what is made of it holds only
   * once a change has succeeded that was given it as `known`.
   */
  remembered(id: unknown): T | undefined
}

/** Called after each write that holds events; the relay publishes them at once. */
export type Nudge = (id: unknown, entries: OutboxEntry[]) => void

const maxAttempts = 20

export interface OutboxOptions {
  /**
   * Of how many documents it remembers how this process wrote them last: a change by id begins with that and reads
   * nothing, unless another process wrote meanwhile. Only for collections whose every writer counts `revision` up, or
   * changes nothing that a decision looks at.
   */
  remembered?: number
  /**
   * How long the first of several inserts waits for others, to be written with them: for a collection that only events
   * fill, where nobody waits. Default 0.
   */
  insertWaitMs?: number
}

/** Inserts that waited go at once when there are so many: see `prefetch` of consumers. */
const waitingInserts = 25

/** The outbox of one collection. `nudge` comes from its relay. */
export function createOutbox<T extends OutboxDocument & { _id: unknown }>(
  model: Model<T>,
  nudge: Nudge,
  { remembered = 0, insertWaitMs = 0 }: OutboxOptions = {},
): Outbox<T> {
  const lastWritten = createLastWritten<T>(remembered)
  const due = () => new Date(Date.now() + outboxLeaseMs)
  // The filter is cast to the schema's types, ids above all; what comes back is as it is stored.
  const read = (filter: QueryFilter<T>) => {
    const query = model.findOne(filter)
    query.cast(model)
    return model.collection.findOne(query.getFilter() as object) as Promise<T | null>
  }
  // As they are: they were made by code that is typed, and a Mongoose document costs more than the write.
  const inserting = insertWaitMs > 0 ? { waitMs: insertWaitMs, atMost: waitingInserts } : {}
  const insert = inBatches(async (documents: T[]) => {
    const [only, ...others] = documents
    if (others.length === 0) return model.collection.insertOne(only as never, { ignoreUndefined: true })
    const all = { ordered: false, ignoreUndefined: true }
    return model.collection.insertMany(documents as never[], all).catch(failEach)
  }, inserting)
  const written = (id: unknown, entries: OutboxEntry[]) => {
    if (entries.length === 0) return
    checkpoint(`outbox:written ${entries[0]?.type}`)
    nudge(id, entries)
  }

  return {
    async insert(document, entries = []) {
      const pending = entries.length > 0 ? { outbox: entries, outboxDueAt: due() } : { outbox: [] }
      const created = { ...document, revision: 1, ...pending } as T
      await insert(created)
      if (entries.length === 0) lastWritten.keep(created)
      written(created._id, entries)
      return created
    },

    async change(filter, decide, given) {
      const known = given ?? lastWritten.find(idOf(filter))
      for (let attempt = 0; attempt < maxAttempts; attempt++) {
        const document = attempt === 0 && known ? known : await read(filter)
        if (document === null) return null
        const change = decideOn(document, decide, document === known)
        // What is known may be old: that there is nothing to change is only said of what is there now.
        if (change === undefined) continue
        lastWritten.forget(document._id)
        if (change === null) return { document, changed: false }
        const entries = change.events ?? []
        const guarded = { _id: document._id, revision: document.revision } as object
        const update = withEvents(change.update, entries, due()) as object
        const { modifiedCount } = await model.collection.updateOne(guarded, update, { ignoreUndefined: true })
        if (modifiedCount === 1) {
          const left = changedBy(change, document)
          if (left) lastWritten.keep(left)
          written(document._id, entries)
          return { document, changed: true }
        }
      }
      throw new Error(`${model.modelName}: changed by others ${maxAttempts} times in a row`)
    },

    remembered: (id) => lastWritten.find(id),
  }
}

/** Of documents that were inserted together each fails, a taken key above all, as it would alone. */
function failEach(error: unknown): never {
  if (!(error instanceof mongo.MongoBulkWriteError)) throw error
  const errors = [error.writeErrors].flat().map(({ index, code, errmsg: message }) => {
    return [index, new mongo.MongoServerError({ code, message })] as const
  })
  throw errors.length > 0 ? new FailedItems(new Map(errors)) : error
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

/** The id that a filter asks for, where it asks for nothing else. */
function idOf<T>(filter: QueryFilter<T>): unknown {
  const [name, ...others] = Object.keys(filter)
  return name === '_id' && others.length === 0 ? Object(filter)._id : undefined
}

/** What a document is after a change, where that is plain to see: whole fields set, and nothing told. */
function changedBy<T extends OutboxDocument>({ update, events = [] }: Change<T>, document: T): T | undefined {
  const { $set = {}, ...others } = update as { $set?: Record<string, unknown> }
  const isPlain = Object.keys(others).length === 0 && Object.keys($set).every((path) => !path.includes('.'))
  if (!isPlain || events.length > 0) return undefined
  return { ...document, ...$set, revision: document.revision + 1 }
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
