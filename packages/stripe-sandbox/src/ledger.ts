import { type Collection, type Filter, MongoServerError } from 'mongodb'
import type { Checkout, RecordedEvent, RecordedRequest } from './checkout.model.ts'
import { recordEvent } from './objects/event.ts'
import type { StripeApiError } from './stripe-error.ts'
import type { Context, Decision } from './use-cases/context.ts'

const maxTries = 50
const remembersPerCheckout = 20

/** Thrown instead of a second effect: the idempotency key has been used, and this is its answer. */
export class KeyUsed extends Error {
  readonly recorded: RecordedRequest

  constructor(recorded: RecordedRequest) {
    super(`idempotency key ${recorded.key} was used before`)
    this.recorded = recorded
  }
}

/** The idempotency key of a request, and how to write its answer down from what it led to. */
export interface Remember<D extends Decision = Decision> {
  key: string
  answer: (checkout: Checkout, decision: D) => RecordedRequest
}

/** Where every checkout is kept and changed. */
export type Ledger = ReturnType<typeof createLedger>

/**
 * Builds the ledger on its collection. `publish` gets the outbox as it was written: the events of this write, and any
 * that an earlier one left there. It does not fail: what it cannot publish waits in the outbox.
 */
export function createLedger(
  checkouts: Collection<Checkout>,
  publish: (checkoutId: string, outbox: RecordedEvent[]) => Promise<void>,
) {
  /** Finds the answer to a key that a unique index has just reported as taken. */
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
     * Changes the checkout that `find` names in one conditional write that also holds its events and
     * its recorded answer; starts over on a fresh copy when somebody else wrote first. A decision
     * without events changes nothing. Answers null when there is no such checkout.
     * @throws KeyUsed, and whatever `decide` throws; nothing is written then
     */
    async change<D extends Decision>(
      find: Filter<Checkout>,
      context: Context,
      decide: (checkout: Checkout, context: Context) => D,
      remember?: Remember<D> | null,
    ): Promise<{ checkout: Checkout; decision: D; refusal: StripeApiError | undefined } | null> {
      for (let tries = 0; tries < maxTries; tries++) {
        const checkout = await checkouts.findOne(find)
        if (!checkout) return null
        const recorded = checkout.requests.find((request) => request.key === remember?.key)
        if (recorded) throw new KeyUsed(recorded)

        const decision = decide(checkout, context)
        const done = { checkout, decision, refusal: decision.refusal }
        if (decision.events.length === 0 && !remember) return done

        const readVersion = checkout.version
        checkout.version += 1
        checkout.outbox.push(...decision.events.map((event) => recordEvent(event, context)))
        if (remember) {
          checkout.requests.push(remember.answer(checkout, decision))
          checkout.requests = checkout.requests.slice(-remembersPerCheckout)
        }
        const written = await checkouts
          .replaceOne({ _id: checkout._id, version: readVersion }, checkout)
          .catch((error: unknown) => keyTaken(error, remember?.key))
        if (written.matchedCount === 1) {
          await publish(checkout._id, checkout.outbox)
          return done
        }
      }
      throw new Error('too many writers on one checkout')
    },
  }
}
