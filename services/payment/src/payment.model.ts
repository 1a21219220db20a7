import { type OutboxDocument, type OutboxEntry, outboxFields } from '@prankpost/messaging'
import { type Connection, type Model, Schema } from 'mongoose'
import { type PlanTerms, planTermsFields } from './plan-state.ts'
import { disputeFields, type RecordedDispute, type RecordedRefund, refundFields } from './refund.model.ts'

const sessionStatuses = [
  'creating',
  'open',
  'paid',
  'expired',
  'failed',
  'refused',
  'refund_due',
  'refunded',
] as const

/**
 * One attempt to collect a payment. `creating` until Stripe's answer is recorded; `expired` without an id when it was
 * closed before that; `failed` when a delayed payment failed; `refund_due` when this is a second payment whose refund is not recorded yet.
 */
export interface PaymentSession {
  attempt: number
  status: (typeof sessionStatuses)[number]
  id: string | null
  url: string | null
  paymentIntentId: string | null
  refundId: string | null
  /** The trace of the call that opened it. Events of its payment continue this trace. */
  traceparent: string | null
  /** The session is for the account's Stripe customer; attempts of earlier versions use the e-mail address instead. */
  withCustomer?: boolean
  createdAt: Date
}

/** An invoice of a plan that was reported, with the number of failed attempts. */
export interface ReportedInvoice {
  id: string
  paid: boolean
  failedAttempts: number
  /** What paid it; null until it is paid. Invoices recorded by earlier versions do not have it. */
  paymentIntentId?: string | null
}

/** The payments of one order or one plan. The id is that of the order or the plan. */
export interface Payment extends OutboxDocument {
  _id: string
  kind: 'order' | 'plan'
  ownerId: string
  customerEmail: string
  /** Only for plans: the order service stores the names of its customers. */
  customerName: { firstName: string; lastName: string } | null
  /** The amount of the order, or of each month of the plan. */
  amountCents: number
  lines: { name: string; quantity: number; unitCents: number }[]
  prankCount: number | null
  sessions: PaymentSession[]
  /** The owner's slot that the session occupies while it is `creating` or `open`: see `open-session-slots.ts`. */
  openSlot?: string
  paidSessionId: string | null
  stripeSubscriptionId?: string
  invoices: ReportedInvoice[]
  /** Payments of earlier versions have none. */
  refunds?: RecordedRefund[]
  disputes?: RecordedDispute[]
  /** The price and the pause of a plan at Stripe, once they changed. */
  terms?: PlanTerms
  /** The customer's default card that was last handled for the plan, once its customer replaced the card. */
  cardId?: string
  endedAt: Date | null
  endedBy: 'customer' | 'stripe' | null
  /** When the sweep next reads from Stripe. Only set while a session is open or a refund is due. */
  sweepAt?: Date
  sweeps: number
  /** Every event about its payments, in sequence, for consumers that check for missed events. */
  journal?: Pick<OutboxEntry, 'type' | 'time' | 'dataschema' | 'data'>[]
  /** When the last event was added to the journal. */
  toldAt?: Date
  createdAt: Date
}

const text = { type: String, default: null }
const session = {
  attempt: { type: Number, required: true },
  status: { type: String, required: true, enum: sessionStatuses },
  id: text,
  url: text,
  paymentIntentId: text,
  refundId: text,
  traceparent: text,
  withCustomer: Boolean,
  createdAt: { type: Date, required: true },
}
const line = { name: String, quantity: Number, unitCents: Number }
const invoice = { id: String, paid: Boolean, failedAttempts: Number, paymentIntentId: String }

const schema = new Schema<Payment>(
  {
    _id: { type: String, required: true },
    kind: { type: String, required: true, enum: ['order', 'plan'] },
    ownerId: { type: String, required: true },
    customerEmail: { type: String, required: true },
    customerName: {
      type: new Schema({ firstName: String, lastName: String }, { _id: false }),
      default: null,
    },
    amountCents: { type: Number, required: true },
    lines: [new Schema(line, { _id: false })],
    prankCount: { type: Number, default: null },
    sessions: [new Schema(session, { _id: false })],
    openSlot: { type: String, index: { unique: true, sparse: true } },
    paidSessionId: text,
    stripeSubscriptionId: { type: String, index: { sparse: true } },
    invoices: [new Schema(invoice, { _id: false, id: false })],
    refunds: [new Schema(refundFields, { _id: false })],
    disputes: [new Schema(disputeFields, { _id: false, id: false })],
    terms: new Schema(planTermsFields, { _id: false }),
    cardId: String,
    endedAt: { type: Date, default: null },
    endedBy: { type: String, enum: ['customer', 'stripe', null], default: null },
    sweepAt: { type: Date, index: { sparse: true } },
    sweeps: { type: Number, default: 0 },
    journal: { type: Schema.Types.Mixed, default: () => [] },
    toldAt: Date,
    createdAt: { type: Date, required: true },
    ...outboxFields,
  },
  { versionKey: false, minimize: false },
)
schema.index({ 'sessions.id': 1 }, { sparse: true })
// What a payment intent paid, for refunds and disputes.
schema.index({ 'sessions.paymentIntentId': 1 }, { sparse: true })
schema.index({ 'invoices.paymentIntentId': 1 }, { sparse: true })
// The payments of a customer, for the export and the erasure of personal data.
schema.index({ ownerId: 1 })
// Recent events.
schema.index({ kind: 1, toldAt: 1, _id: 1 }, { partialFilterExpression: { toldAt: { $exists: true } } })

export type PaymentModel = Model<Payment>

/** The model of payments on a connection. */
export function createPaymentModel(connection: Connection): PaymentModel {
  return connection.model<Payment>('Payment', schema)
}

/** The newest attempt; undefined before the first. */
export const latestSession = ({ sessions }: Pick<Payment, 'sessions'>): PaymentSession | undefined =>
  sessions.at(-1)

/** Whether the sweep must still read a session from Stripe, or complete a refund. */
const needsSweep = ({ sessions, refunds = [] }: Pick<Payment, 'sessions' | 'refunds'>): boolean =>
  sessions.some(({ status }) => status === 'open' || status === 'refund_due') ||
  refunds.some(({ status }) => status === 'due')

/** The update that changes one session, as `withSessions` does. */
export const withSession = (payment: Payment, sessionId: string, change: Partial<PaymentSession>) =>
  withSessions(
    payment,
    payment.sessions.map((one) => (one.id === sessionId ? { ...one, ...change } : one)),
  )

/** The update that changes one attempt, as `withSessions` does. */
export const withAttempt = (payment: Payment, attempt: number, change: Partial<PaymentSession>) =>
  withSessions(
    payment,
    payment.sessions.map((one) => (one.attempt === attempt ? { ...one, ...change } : one)),
  )

/**
 * The update that replaces the sessions. It keeps the payment in the sweep while a session is open or a refund is due,
 * and releases the owner's slot when no session can be paid any more.
 */
function withSessions(payment: Payment, sessions: PaymentSession[]) {
  const isSwept = needsSweep({ ...payment, sessions })
  const isOpen = sessions.some(({ status }) => status === 'creating' || status === 'open')
  return {
    $set: { sessions, ...(isSwept ? { sweepAt: payment.sweepAt ?? new Date() } : {}) },
    $unset: { ...(isSwept ? {} : { sweepAt: 1 as const }), ...(isOpen ? {} : { openSlot: 1 as const }) },
  }
}

/** The update that adds a refund, or replaces the known one. It keeps the payment in the sweep while one is due. */
export function withRefund(payment: Payment, known: RecordedRefund | undefined, refund: RecordedRefund) {
  const recorded = payment.refunds ?? []
  const refunds = known ? recorded.map((one) => (one === known ? refund : one)) : [...recorded, refund]
  const isSwept = needsSweep({ ...payment, refunds })
  return {
    $set: { refunds, ...(isSwept ? { sweepAt: payment.sweepAt ?? new Date() } : {}) },
    ...(isSwept ? {} : { $unset: { sweepAt: 1 as const } }),
  }
}
