import type { Collection } from 'mongodb'
import type { Checkout } from './checkout.model.ts'
import { defaultCard, type openCustomers, type StoredCustomer } from './customer.model.ts'
import { type AnswerRecorder, createLedger, type LedgerOptions } from './ledger.ts'
import type { Context, Decision } from './use-cases/context.ts'

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
  publish: LedgerOptions<StoredCustomer>['publish'],
) {
  const ledger = createLedger({ model: customers, publish, beforeWrite: copyCard })

  /** The customer; one that only its checkouts know is stored first. */
  async function read(id: string): Promise<StoredCustomer | null> {
    const stored = await ledger.read(id)
    if (stored) return stored
    const known = (await checkouts.findOne({ 'customer.id': id }))?.customer
    if (!known) return null
    const { email, createdAt } = known
    const empty = { version: 0, metadata: {}, cards: [], cardId: null, requests: [], outbox: [] }
    await customers.updateOne({ _id: id }, { $setOnInsert: { ...empty, email, createdAt } }, { upsert: true })
    return ledger.read(id)
  }

  /** Changes a customer as the ledger does, also one that only its checkouts know. */
  async function change(
    id: string,
    context: Context,
    decide: (customer: StoredCustomer) => Decision,
    recorder: AnswerRecorder<StoredCustomer> | null = null,
  ) {
    await read(id)
    return ledger.change({ _id: id }, context, decide, recorder)
  }

  async function copyCard(customer: StoredCustomer): Promise<void> {
    const card = defaultCard(customer)
    if (!card) return
    await checkouts.updateMany(
      { 'customer.id': customer._id, 'customer.card.id': { $ne: card.id } },
      { $set: { 'customer.card': card }, $inc: { version: 1 } },
    )
  }

  return { ...ledger, portals, read, change }
}
