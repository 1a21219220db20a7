import type { Collection, Db } from 'mongodb'

/** How often a recurring line is billed. */
export interface Recurring {
  interval: 'day' | 'week' | 'month' | 'year'
  intervalCount: number
}

/** One bought thing: a line item, with the price and product that were made from its price_data. */
export interface Line {
  id: string
  priceId: string
  productId: string
  /** The subscription item's id; of use for recurring lines only. */
  itemId: string
  name: string
  description: string | null
  images: string[]
  productMetadata: Record<string, string>
  unitAmountCents: number
  quantity: number
  recurring: Recurring | null
}

/** Money given back from one payment. */
export interface Refund {
  id: string
  amountCents: number
  createdAt: Date
  reason: string | null
  metadata: Record<string, string>
}

/** One payment intent with its charge (the charge's id is the intent's sibling). */
export interface Payment {
  intentId: string
  amountCents: number
  createdAt: Date
  /** The last try, good or bad; none was made while it is null. */
  triedAt: Date | null
  paidAt: Date | null
  description: string | null
  receiptEmail: string | null
  metadata: Record<string, string>
  refunds: Refund[]
}

/** One month's bill of a plan. It is paid when its payment is. */
export interface Invoice {
  id: string
  /** 0 for the first, then one more for each renewal; gives number, period and billing reason. */
  period: number
  createdAt: Date
  attempts: number
  paymentIntentId: string
  /** The subscription's metadata when the invoice was made, as Stripe keeps it. */
  metadata: Record<string, string>
}

/** A plan that a session in subscription mode has started. */
export interface Plan {
  id: string
  status: 'active' | 'past_due' | 'canceled'
  createdAt: Date
  /** Billing dates are counted from here, so that the 31st comes back after February. */
  anchor: Date
  /** Which billing period is running, counted from 0. */
  period: number
  description: string | null
  cancelAtPeriodEnd: boolean
  canceledAt: Date | null
  endedAt: Date | null
  cancellation: { comment: string | null; feedback: string | null }
  metadata: Record<string, string>
  invoices: Invoice[]
}

/** A request that carried an idempotency key, recorded in the same write as what it did. */
export interface RecordedRequest {
  key: string
  fingerprint: string
  requestId: string
  status: number
  body: string
}

/** An event as it goes to the shop: `body` is the very text that is signed and sent. */
export interface RecordedEvent {
  id: string
  type: string
  createdAt: Date
  body: string
}

/**
 * All that follows from one checkout session, in one document: session, payments, refunds, plan and
 * invoices. So each change, its events and its recorded answer are one atomic write.
 */
export interface Checkout {
  _id: string
  /** Grows by one with each write; a write holds only while nobody else has written since its read. */
  version: number
  mode: 'payment' | 'subscription'
  status: 'open' | 'complete' | 'expired'
  createdAt: Date
  expiresAt: Date
  url: string
  successUrl: string
  cancelUrl: string | null
  currency: string
  lines: Line[]
  customer: { id: string; email: string | null; createdAt: Date } | null
  customerCreation: 'always' | 'if_required' | null
  customerEmail: string | null
  clientReferenceId: string | null
  locale: string | null
  submitType: string | null
  metadata: Record<string, string>
  /** payment_intent_data or subscription_data: what the payment or the plan gets when it is made. */
  dataForLater: { metadata: Record<string, string>; description: string | null; receiptEmail: string | null }
  payments: Payment[]
  plan: Plan | null
  requests: RecordedRequest[]
  /** Events that happened here and may not yet be in the collection `events`. */
  outbox: RecordedEvent[]
}

/** Opens the collection and makes sure that each query of the ledger has its index. */
export async function openCheckouts(db: Db): Promise<Collection<Checkout>> {
  const checkouts = db.collection<Checkout>('checkouts')
  await checkouts.createIndexes([
    { key: { createdAt: -1, _id: -1 } },
    { key: { status: 1, createdAt: -1, _id: -1 } },
    { key: { expiresAt: 1 }, partialFilterExpression: { status: 'open' } },
    { key: { 'customer.id': 1 }, sparse: true },
    { key: { 'payments.intentId': 1 }, sparse: true },
    { key: { 'payments.refunds.id': 1 }, sparse: true },
    { key: { 'plan.id': 1 }, sparse: true },
    {
      key: { 'plan.status': 1, 'plan.createdAt': -1, _id: -1 },
      partialFilterExpression: { 'plan.status': { $exists: true } },
    },
    { key: { 'plan.invoices.id': 1 }, sparse: true },
    { key: { 'requests.key': 1 }, unique: true, sparse: true },
    { key: { 'outbox.id': 1 }, sparse: true },
  ])
  return checkouts
}
