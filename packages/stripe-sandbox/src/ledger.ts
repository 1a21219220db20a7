import { type Collection, type Filter, MongoServerError } from 'mongodb'
import type { Checkout, RecordedEvent, RememberedRequest } from './checkout.model.ts'
import { recordEvent } from './objects/event.ts'
import { createRecent } from './recent.ts'
import type { StripeApiError } from './stripe-error.ts'
import type { Context, Decision } from './use-cases/context.ts'

const maxTries = 50
const remembersPerCheckout = 20

/** Thrown instead of a second effect: the idempotency key has been used, and this is its answer. */
export class KeyUsed extends Error {
  readonly remembered: RememberedRequest

  constructor(remembered: RememberedRequest) {
    super(`idempotency key ${remembered.key} was used before`)
    this.remembered = remembered
  }
}

/** The idempotency key of a request, and how to write its answer down from what it led to. */
export interface Remember<D extends Decision = Decision> {
  key: string
  answer: (checkout: Checkout, decision: D) => RememberedRequest
}

/** Where every checkout is kept and changed. */
export type Ledger = ReturnType<typeof createLedger>

/**
 * Builds the ledger on its collection; `publish` is told of the events of each write, and answers, when it knows,
 * whether they are in the log. What was written lately is not read again: there is one process only.
 */
export function createLedger(
  checkouts: Collection<Checkout>,
  publish: (checkoutId: string, events: RecordedEvent[]) => Promise<boolean>,
) {
  const recent = createRecent<Checkout>(1_000)
  /** What is in the log leaves the outbox, of the remembered checkout as of the stored one. */
  function noteLogged(_id: string, events: RecordedEvent[]): void {
    const known = recent.find({ _id })
    const isLogged = (id: string) => events.some((event) => event.id === id)
    // One that is being changed may store them again: they are found there, known to the log, after the next start.
    if (known) recent.keep({ ...known, outbox: known.outbox.filter(({ id }) => !isLogged(id)) })
  }

  /** Finds the answer to a key that a unique index has just reported as taken. */
  async function keyTaken(error: unknown, key: string | undefined): Promise<never> {
    if (!(error instanceof MongoServerError) || error.code !== 11000 || key === undefined) throw error
    const holder = await checkouts.findOne({ 'requests.key': key })
    const remembered = holder?.requests.find((request) => request.key === key)
    throw remembered ? new KeyUsed(remembered) : error
  }

  return {
    checkouts,

    /** Stores a new checkout once for each idempotency key. @throws KeyUsed */
    async open(checkout: Checkout, request: RememberedRequest | null): Promise<void> {
      if (request) checkout.requests.push(request)
      await checkouts.insertOne(checkout).catch((error: unknown) => keyTaken(error, request?.key))
      recent.keep(checkout)
    },

    /** The checkout of a session, to be looked at only. */
    async read(id: string): Promise<Checkout | null> {
      const find = { _id: id }
      return recent.find(find) ?? checkouts.findOne(find)
    },

    /**
     * Changes the checkout that `find` names in one conditional write that also holds its events and
     * its remembered answer; starts over on a fresh copy when somebody else wrote first. A decision
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
        const checkout = recent.find(find) ?? (await checkouts.findOne(find))
        if (!checkout) return null
        // Deciding changes it: whoever asks meanwhile reads what is stored.
        recent.supersede(checkout._id, checkout.version + 1)
        const remembered = checkout.requests.find((request) => request.key === remember?.key)
        if (remembered) throw new KeyUsed(remembered)

        const decision = decide(checkout, context)
        const done = { checkout, decision, refusal: decision.refusal }
        if (decision.events.length === 0 && !remember) return done

        const readVersion = checkout.version
        const events = decision.events.map((event) => recordEvent(event, context))
        checkout.version += 1
        checkout.outbox.push(...events)
        if (remember) {
          checkout.requests.push(remember.answer(checkout, decision))
          checkout.requests = checkout.requests.slice(-remembersPerCheckout)
        }
        const written = await checkouts
          .replaceOne({ _id: checkout._id, version: readVersion }, checkout)
          .catch((error: unknown) => keyTaken(error, remember?.key))
        if (written.matchedCount === 1) {
          recent.keep({ ...checkout })
          void publish(checkout._id, events).then((isLogged) => isLogged && noteLogged(checkout._id, events))
          return done
        }
      }
      throw new Error('too many writers on one checkout')
    },
  }
}
