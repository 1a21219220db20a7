import { type Collection, MongoServerError } from 'mongodb'
import type { Card, Checkout, RecordedEvent, RecordedRequest } from './checkout.model.ts'
import { defaultCard, type openCustomers, type StoredCustomer } from './customer.model.ts'
import { KeyUsed } from './ledger.ts'
import { type EventDraft, recordEvent } from './objects/event.ts'
import type { Context } from './use-cases/context.ts'

const maxTries = 50
const maxRequests = 20

/** The idempotency key of a request, and how to record its answer. */
type Recorder = { key: string; answer: (customer: StoredCustomer) => RecordedRequest } | null

/** Stores every customer and applies every change. */
export type CustomerLedger = ReturnType<typeof createCustomerLedger>

/**
 * Creates the ledger of customers. Checkouts keep a copy of the default card, which is written first: when a reader gets
 * the event, it also reads the new card with the subscription. A crash in between leaves the copies ahead of the customer;
 * replacing the card again repairs that.
 */
export function createCustomerLedger(
  { customers, portals }: Awaited<ReturnType<typeof openCustomers>>,
  checkouts: Collection<Checkout>,
  publish: (customerId: string, outbox: RecordedEvent[]) => Promise<void>,
) {
  async function keyTaken(error: unknown, key: string | undefined): Promise<never> {
    if (!(error instanceof MongoServerError) || error.code !== 11000 || key === undefined) throw error
    const holder = await customers.findOne({ 'requests.key': key })
    const recorded = holder?.requests.find((request) => request.key === key)
    throw recorded ? new KeyUsed(recorded) : error
  }

  /** The customer; one that only its checkouts know is stored first. */
  async function read(id: string): Promise<StoredCustomer | null> {
    const stored = await customers.findOne({ _id: id })
    if (stored) return stored
    const known = (await checkouts.findOne({ 'customer.id': id }))?.customer
    if (!known) return null
    const { email, createdAt } = known
    const empty = { version: 0, metadata: {}, cards: [], cardId: null, requests: [], outbox: [] }
    await customers.updateOne({ _id: id }, { $setOnInsert: { ...empty, email, createdAt } }, { upsert: true })
    return customers.findOne({ _id: id })
  }

  return {
    customers,
    portals,
    read,

    /** Stores a new customer once for each idempotency key. @throws KeyUsed */
    async open(customer: StoredCustomer, events: EventDraft[], context: Context, recorder: Recorder) {
      const outbox = events.map((event) => recordEvent(event, context))
      const requests = recorder ? [recorder.answer(customer)] : []
      await customers
        .insertOne({ ...customer, outbox, requests })
        .catch((error: unknown) => keyTaken(error, recorder?.key))
      await publish(customer._id, outbox)
    },

    /** Changes a customer in one conditional write, with its events and its recorded answer. @throws KeyUsed */
    async change(
      id: string,
      context: Context,
      decide: (customer: StoredCustomer) => EventDraft[],
      recorder: Recorder = null,
    ): Promise<StoredCustomer | null> {
      for (let tries = 0; tries < maxTries; tries++) {
        const customer = await read(id)
        if (!customer) return null
        const recorded = customer.requests.find(({ key }) => key === recorder?.key)
        if (recorded) throw new KeyUsed(recorded)
        const { version } = customer
        customer.outbox.push(...decide(customer).map((event) => recordEvent(event, context)))
        customer.version += 1
        if (recorder)
          customer.requests = [...customer.requests, recorder.answer(customer)].slice(-maxRequests)
        await copyCard(customer)
        const { matchedCount } = await customers
          .replaceOne({ _id: id, version }, customer)
          .catch((error: unknown) => keyTaken(error, recorder?.key))
        if (matchedCount === 0) continue
        await publish(id, customer.outbox)
        return customer
      }
      throw new Error('too many writers on one customer')
    },
  }

  async function copyCard(customer: StoredCustomer): Promise<void> {
    const card: Card | undefined = defaultCard(customer)
    if (!card) return
    await checkouts.updateMany(
      { 'customer.id': customer._id, 'customer.card.id': { $ne: card.id } },
      { $set: { 'customer.card': card }, $inc: { version: 1 } },
    )
  }
}
