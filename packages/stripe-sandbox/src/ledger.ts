import {
  type Collection,
  type Filter,
  MongoServerError,
  type OptionalUnlessRequiredId,
  type WithoutId,
} from 'mongodb'
import type { LedgerDocument, RecordedRequest } from './ledger.model.ts'
import { recordEvent } from './objects/event.ts'
import type { Context, Decision } from './use-cases/context.ts'

const maxTries = 50
const maxRequestsPerDocument = 20

/** Thrown when the idempotency key was used before; carries the recorded answer. Nothing is changed a second time. */
export class KeyUsed extends Error {
  readonly recorded: RecordedRequest

  constructor(recorded: RecordedRequest) {
    super(`idempotency key ${recorded.key} was used before`)
    this.recorded = recorded
  }
}

/** The idempotency key of a request, and how to record its answer from the result. */
export interface AnswerRecorder<T, D extends Decision = Decision> {
  key: string
  answer: (document: T, decision: D) => RecordedRequest
}

/** What a ledger works on. */
export interface LedgerOptions<T extends LedgerDocument> {
  model: Collection<T>
  /**
   * Publishes the outbox as written: the events of this write and any left there by an earlier one. It never throws:
   * events that it cannot publish stay in the outbox.
   */
  publish: (model: Collection<T>, document: T) => Promise<void>
  /** Runs before each change is written, again when the write is retried. */
  beforeWrite?: (document: T) => Promise<void>
}

/** Stores every document of one kind and applies every change. */
export type Ledger<T extends LedgerDocument> = ReturnType<typeof createLedger<T>>

/** Creates the ledger on its collection. */
export function createLedger<T extends LedgerDocument>({ model, publish, beforeWrite }: LedgerOptions<T>) {
  const find = (filter: object) => model.findOne(filter as Filter<T>) as Promise<T | null>

  /** Throws the recorded answer of a key that the unique index has reported as a duplicate. */
  async function keyTaken(error: unknown, key: string | undefined): Promise<never> {
    if (!(error instanceof MongoServerError) || error.code !== 11000 || key === undefined) throw error
    const holder = await find({ 'requests.key': key })
    const recorded = holder?.requests.find((request) => request.key === key)
    throw recorded ? new KeyUsed(recorded) : error
  }

  /** Adds the events and the answer of a decision to the document. */
  function record<D extends Decision>(
    document: T,
    decision: D,
    context: Context,
    recorder: AnswerRecorder<T, D> | null,
  ): void {
    document.outbox.push(...decision.events.map((event) => recordEvent(event, context)))
    if (!recorder) return
    document.requests.push(recorder.answer(document, decision))
    document.requests = document.requests.slice(-maxRequestsPerDocument)
  }

  return {
    model,

    /** Stores a new document with its events, once for each idempotency key. @throws KeyUsed */
    async open(document: T, decision: Decision, context: Context, recorder: AnswerRecorder<T> | null) {
      record(document, decision, context, recorder)
      await model
        .insertOne(document as OptionalUnlessRequiredId<T>)
        .catch((error: unknown) => keyTaken(error, recorder?.key))
      await publish(model, document)
    },

    /** The document with this id. */
    read: (id: string): Promise<T | null> => find({ _id: id }),

    /**
     * Changes the document that `filter` selects in one conditional write, together with its events and its recorded
     * answer; retries on a fresh copy when another request wrote first. A decision without events changes nothing.
     * Returns null when there is no such document.
     * @throws KeyUsed, and any error of `decide`; in both cases nothing is written
     */
    async change<D extends Decision>(
      filter: Filter<T>,
      context: Context,
      decide: (document: T, context: Context) => D,
      recorder: AnswerRecorder<T, D> | null = null,
    ): Promise<{ document: T; decision: D } | null> {
      for (let tries = 0; tries < maxTries; tries++) {
        const document = await find(filter)
        if (!document) return null
        const recorded = document.requests.find((request) => request.key === recorder?.key)
        if (recorded) throw new KeyUsed(recorded)

        const decision = decide(document, context)
        if (decision.events.length === 0 && !recorder) return { document, decision }

        const { _id, version } = document
        document.version += 1
        record(document, decision, context, recorder)
        await beforeWrite?.(document)
        const written = await model
          .replaceOne({ _id, version } as Filter<T>, document as WithoutId<T>)
          .catch((error: unknown) => keyTaken(error, recorder?.key))
        if (written.matchedCount === 1) {
          await publish(model, document)
          return { document, decision }
        }
      }
      throw new Error('too many writers on one document')
    },
  }
}
