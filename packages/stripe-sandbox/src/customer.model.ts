import type { Collection, Db } from 'mongodb'
import type { Card } from './checkout.model.ts'
import type { LedgerDocument } from './ledger.model.ts'

/** A customer that a client created, or whose card was replaced. Other customers exist only in their checkouts. */
export interface StoredCustomer extends LedgerDocument {
  email: string | null
  metadata: Record<string, string>
  createdAt: Date
  /** The attached cards, oldest first. */
  cards: Card[]
  /** The default card for invoices. */
  cardId: string | null
}

/** A session of the billing portal. */
export interface PortalSession {
  _id: string
  customerId: string
  returnUrl: string | null
  /** The only thing that the customer can do there, and where the customer goes after it. Missing: everything. */
  flow?: { type: 'payment_method_update'; redirectUrl: string | null }
  createdAt: Date
}

/** Opens the collections and creates the index for each of their queries. */
export async function openCustomers(db: Db) {
  const customers: Collection<StoredCustomer> = db.collection('customers')
  const portals: Collection<PortalSession> = db.collection('portal_sessions')
  await customers.createIndexes([
    { key: { 'cards.id': 1 }, sparse: true },
    { key: { 'requests.key': 1 }, unique: true, sparse: true },
    { key: { 'outbox.id': 1 }, sparse: true },
  ])
  return { customers, portals }
}

/** The customer's default card. */
export const defaultCard = ({ cards, cardId }: StoredCustomer): Card | undefined =>
  cards.find(({ id }) => id === cardId)
