import { type Collection, type Filter, MongoServerError } from 'mongodb'
import type { Checkout, RecordedEvent, RecordedRequest } from './checkout.model.ts'
import { recordEvent } from './objects/event.ts'
import type { StripeApiError } from './stripe-error.ts'
import type { Context, Decision } from './use-cases/context.ts'

const maxTries = 50
const maxRequestsPerCheckout = 20

/** Thrown when the idempotency key was used before; carries the recorded answer. Nothing is changed a second time. */
export class KeyUsed extends Error {
  readonly recorded: RecordedRequest

  constructor(recorded: RecordedRequest) {
    super(`idempotency key ${recorded.key} was used before`)
    this.recorded = recorded
  }
}

/** The idempotency key of a request, and how to record its answer from the result. */
export interface AnswerRecorder<D extends Decision = Decision> {
  key: string
  answer: (checkout: Checkout, decision: D) => RecordedRequest
}

/** Stores every checkout and applies every change. */
export type Ledger = ReturnType<typeof createLedger>

/**
 * Creates the ledger on its collection. `publish` receives the outbox as written: the events of this write and any
 * left there by an earlier one. It never throws: events that it cannot publish stay in the outbox.
 */
export function createLedger(
  checkouts: Collection<Checkout>,
  publish: (checkoutId: string, outbox: RecordedEvent[]) => Promise<void>,
) {
  /** Throws the recorded answer of a key that the unique index has reported as a duplicate. */
  async function keyTaken(error: unknown, key: string | undefined): Promise<never> {
    if (!(error instanceof MongoServerError) || error.code !== 11000 || key === undefined) throw error
    const holder = await checkouts.findOne({ 'requests.key': key })
    const recorded = holder?.requests.find((request) => request.key === key)
    throw recorded ? new KeyUsed(recorded) : error
  }

  return {
    checkouts,

    /** Stores a new checkout once for each idempotency key. @throws KeyUsed */
    async open(checkout: Checkout, request: RecordedRequest | null): Promise<void> {
      if (request) checkout.requests.push(request)
      await checkouts.insertOne(checkout).catch((error: unknown) => keyTaken(error, request?.key))
    },

    /** The checkout of a session. */
    read: (id: string): Promise<Checkout | null> => checkouts.findOne({ _id: id }),

    /**
     * Changes the checkout that `find` selects in one conditional write, together with its events and its recorded
     * answer; retries on a fresh copy when another request wrote first. A decision without events changes nothing.
     * Returns null when there is no such checkout.
     * @throws KeyUsed, and any error of `decide`; in both cases nothing is written
     */
    async change<D extends Decision>(
      find: Filter<Checkout>,
      context: Context,
      decide: (checkout: Checkout, context: Context) => D,
      recorder?: AnswerRecorder<D> | null,
    ): Promise<{ checkout: Checkout; decision: D; refusal: StripeApiError | undefined } | null> {
      for (let tries = 0; tries < maxTries; tries++) {
        const checkout = await checkouts.findOne(find)
        if (!checkout) return null
        const recorded = checkout.requests.find((request) => request.key === recorder?.key)
        if (recorded) throw new KeyUsed(recorded)

        const decision = decide(checkout, context)
        const done = { checkout, decision, refusal: decision.refusal }
        if (decision.events.length === 0 && !recorder) return done

        const readVersion = checkout.version
        checkout.version += 1
        checkout.outbox.push(...decision.events.map((event) => recordEvent(event, context)))
        if (recorder) {
          checkout.requests.push(recorder.answer(checkout, decision))
          checkout.requests = checkout.requests.slice(-maxRequestsPerCheckout)
        }
        const written = await checkouts
          .replaceOne({ _id: checkout._id, version: readVersion }, checkout)
          .catch((error: unknown) => keyTaken(error, recorder?.key))
        if (written.matchedCount === 1) {
          await publish(checkout._id, checkout.outbox)
          return done
        }
      }
      throw new Error('too many writers on one checkout')
    },
  }
}
