import type { Collection, Db } from 'mongodb'
import type { LedgerDocument } from './ledger.model.ts'

/** A line item, with the price and product that were created from its price_data. The lines of a plan are billed monthly. */
export interface Line {
  id: string
  priceId: string
  productId: string
  /** The subscription item's id; used for the lines of a plan only. */
  itemId: string
  name: string
  unitAmountCents: number
  quantity: number
}

/** A full or partial refund of one payment. Refunds of earlier versions have no status: they succeeded. */
export interface Refund {
  id: string
  amountCents: number
  createdAt: Date
  reason: string | null
  metadata: Record<string, string>
  status?: 'pending' | 'succeeded' | 'failed'
  /** When the bank answers: a pending refund then succeeds, a succeeded one fails. Only set until then. */
  settlesAt?: Date
}

/** A cardholder's dispute about one payment. */
export interface Dispute {
  id: string
  amountCents: number
  createdAt: Date
  reason: string
  status: 'needs_response' | 'won' | 'lost'
}

/** A card as a payment method. */
export interface Card {
  /** `pm_...` */
  id: string
  lastFour: string
  createdAt: Date
}

/** One payment intent with its charge (the charge's id is derived from the intent's, see `siblingId`). */
export interface Payment {
  intentId: string
  amountCents: number
  createdAt: Date
  /** The time of the last attempt, successful or not; null before the first attempt. */
  triedAt: Date | null
  paidAt: Date | null
  metadata: Record<string, string>
  refunds: Refund[]
  /** The last four digits of the card that paid, or that was tried last; payments of earlier versions do not have it. */
  card?: string
  /** The payment method of the last attempt; without it, the one that the payment itself created. */
  method?: Card
  /** Set while the bank of a delayed payment has not answered. */
  isProcessing?: boolean
  disputes?: Dispute[]
}

/** The invoice of one billing period of a plan. It is paid when its payment is paid. */
export interface Invoice {
  id: string
  /** 0 for the first, plus one for each renewal; determines number, period and billing reason. */
  period: number
  createdAt: Date
  attempts: number
  paymentIntentId: string
  /** The subscription's metadata when the invoice was made, as Stripe keeps it. */
  metadata: Record<string, string>
  /** What it bills; invoices of earlier versions bill the lines of the session. */
  lines?: Line[]
  /** Set when it was voided, because the plan was paused or by a test. */
  voidedAt?: Date
  /** Set when a test gave it up. It can still be paid. */
  uncollectibleAt?: Date
  /** Its price is fixed, and its metadata is that of the plan until it is finalized: with Stripe, for about an hour. */
  isDraft?: boolean
}

/** A plan that was started by a session in subscription mode. */
export interface Plan {
  id: string
  status: 'active' | 'past_due' | 'canceled'
  createdAt: Date
  /** Billing dates are counted from here, so that the 31st is used again after February. */
  anchor: Date
  /** The current billing period, counted from 0. */
  period: number
  endedAt: Date | null
  cancellation: { comment: string | null }
  metadata: Record<string, string>
  invoices: Invoice[]
  /** The lines after a change of the price; without it, those of the session. */
  lines?: Line[]
  /** The card of its renewals; without it, the one that paid the first month. */
  card?: Card
  /** Invoices are voided while this is set. */
  pause?: Pause
}

/** A pause of a plan's collection. */
interface Pause {
  resumesAt: Date | null
  /** The plan has dates in the past, given by a test: the pause ends when a test bills the plan, not by the clock. */
  isPlayed: boolean
}

/**
 * Everything that belongs to one checkout session, in one document: session, payments, refunds, plan and
 * invoices. Each change, its events and its recorded answer are therefore one atomic write.
 */
export interface Checkout extends LedgerDocument {
  mode: 'payment' | 'subscription'
  status: 'open' | 'complete' | 'expired'
  createdAt: Date
  expiresAt: Date
  url: string
  successUrl: string
  cancelUrl: string | null
  currency: string
  lines: Line[]
  customer: {
    id: string
    email: string | null
    createdAt: Date
    /** A copy of the customer's default card. */
    card?: Card
  } | null
  customerEmail: string | null
  clientReferenceId: string | null
  metadata: Record<string, string>
  /** payment_intent_data or subscription_data: copied to the payment or the plan when it is created. */
  dataForLater: { metadata: Record<string, string> }
  payments: Payment[]
  plan: Plan | null
}

/** Opens the collection and creates the index for each query of the ledger. */
export async function openCheckouts(db: Db): Promise<Collection<Checkout>> {
  const checkouts = db.collection<Checkout>('checkouts')
  await checkouts.createIndexes([
    { key: { createdAt: -1, _id: -1 } },
    { key: { status: 1, createdAt: -1, _id: -1 } },
    { key: { expiresAt: 1 }, partialFilterExpression: { status: 'open' } },
    { key: { 'customer.id': 1 }, sparse: true },
    { key: { 'payments.intentId': 1 }, sparse: true },
    { key: { 'payments.refunds.id': 1 }, sparse: true },
    { key: { 'payments.refunds.settlesAt': 1 }, sparse: true },
    { key: { 'payments.disputes.id': 1 }, sparse: true },
    { key: { 'plan.id': 1 }, sparse: true },
    {
      key: { 'plan.status': 1, 'plan.createdAt': -1, _id: -1 },
      partialFilterExpression: { 'plan.status': { $exists: true } },
    },
    { key: { 'plan.invoices.id': 1 }, sparse: true },
    { key: { 'plan.pause.resumesAt': 1 }, sparse: true },
    { key: { 'requests.key': 1 }, unique: true, sparse: true },
    { key: { 'outbox.id': 1 }, sparse: true },
  ])
  return checkouts
}
