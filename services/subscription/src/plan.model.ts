import {
  type DiscountTerms,
  discountKinds,
  type StoredAgreement,
  type SubscriptionStatus,
  subscriptionStatuses,
  type UnsentChoice,
  unsentChoices,
} from '@prankpost/contracts'
import { type OutboxDocument, type OutboxEntry, outboxFields } from '@prankpost/messaging'
import { agreementSchema, searchTermsOf } from '@prankpost/service-kit'
import { type Connection, type Model, Schema } from 'mongoose'

/** One paid month. The invoice is its key. */
export interface PlanMonth {
  invoiceId: string
  periodStart: Date
  periodEnd: Date
  paidAt: Date
  /** How many of its parcels were shipped so far. */
  parcelsShipped: number
  /** How many it has; months of earlier versions have as many as the plan. */
  prankCount?: number
  /** The newest decision about each closed dispute about its payment. */
  disputes?: { id: string; isLost: boolean; at: Date }[]
  /** It was recorded after the plan had ended: fulfilment and order withdraw and refund it. */
  isWithdrawn?: boolean
}

/** Terms of a plan from a later period on. */
export interface PlannedChange {
  prankCount: number
  amountCents: number
  /** They hold for the periods that start at or after this. */
  from: Date
}

/**
 * An Auto-Prank plan. `pending` until its first month is paid, then `active`, `past_due` while the newest month is not
 * paid, and finally `cancelled`.
 */
export interface Plan extends OutboxDocument {
  _id: string
  ownerId: string
  /** The owner's id while the plan is pending or running. Unique, so that a customer has at most one such plan. */
  liveKey?: string
  status: SubscriptionStatus
  customer: { email: string; firstName: string; lastName: string }
  prankCount: number
  /** The total price of each month. */
  amountCents: number
  /** The code that it was started with, as it was then. Missing without one, and in plans of earlier versions. */
  discount?: DiscountTerms & { code: string; isLimited: boolean }
  /** The renewal terms that the customer agreed to, oldest first. Missing in plans of earlier versions. */
  agreements?: StoredAgreement[]
  stripeSubscriptionId?: string
  months: PlanMonth[]
  /** Later terms, in the sequence of their periods. More than one only until the earlier month is recorded. */
  changes?: PlannedChange[]
  /** Until when Stripe voids the invoices of the plan. */
  pausedUntil?: Date | null
  /** The state at Stripe that `changes` and `pausedUntil` come from: see plan-changed. */
  termsAt?: Date
  /** When the plan is charged next. */
  nextChargeAt?: Date
  /** When its customer is reminded of that charge. Only set until then. */
  remindAt?: Date
  /** The charge of the last reminder. */
  remindedFor?: Date
  /** What the customer wants for the unsent pranks; stored before the plan is cancelled at Stripe. */
  unsent?: UnsentChoice
  /** The start of the newest month whose payment failed. */
  failedThrough: Date | null
  /** The start of the newest unpaid month that Stripe does not collect any more. */
  droppedThrough?: Date
  lastFulfillmentDate: Date | null
  /** When its first month was paid. */
  startedAt?: Date
  cancelledAt: Date | null
  /** Every event of the plan as it was emitted, in sequence, for consumers that rebuild their data. */
  journal: OutboxEntry[]
  /** The lower-case words that the operator's search matches. */
  searchTerms: string[]
  createdAt: Date
  updatedAt: Date
}

/** Statuses of a plan that is running or may become active. */
export const liveStatuses = ['pending', 'active', 'past_due'] as const satisfies SubscriptionStatus[]
/** Statuses of a running plan. */
export const runningStatuses: SubscriptionStatus[] = ['active', 'past_due']

const requiredString = { type: String, required: true }
const day = { type: Date, required: true }
const customer = new Schema({ email: String, firstName: String, lastName: String }, { _id: false })
const closedDispute = new Schema({ id: requiredString, isLost: Boolean, at: day }, { _id: false, id: false })
const month = new Schema(
  {
    invoiceId: requiredString,
    periodStart: day,
    periodEnd: day,
    paidAt: day,
    parcelsShipped: Number,
    prankCount: Number,
    disputes: { type: [closedDispute], default: undefined },
    isWithdrawn: Boolean,
  },
  { _id: false },
)
const discount = new Schema(
  {
    code: requiredString,
    kind: { ...requiredString, enum: discountKinds },
    value: Number,
    isLimited: Boolean,
  },
  { _id: false },
)
const change = new Schema({ prankCount: Number, amountCents: Number, from: day }, { _id: false })

const schema = new Schema<Plan>(
  {
    _id: requiredString,
    ownerId: requiredString,
    liveKey: { type: String, index: { unique: true, sparse: true } },
    status: { type: String, required: true, enum: subscriptionStatuses },
    customer: { type: customer, required: true },
    prankCount: { type: Number, required: true, min: 1, max: 5 },
    amountCents: { type: Number, required: true },
    discount: { type: discount, default: undefined },
    agreements: { type: [agreementSchema], default: undefined },
    stripeSubscriptionId: String,
    months: [month],
    changes: { type: [change], default: undefined },
    pausedUntil: Date,
    termsAt: Date,
    nextChargeAt: Date,
    remindAt: { type: Date, index: { sparse: true } },
    remindedFor: Date,
    unsent: { type: String, enum: unsentChoices },
    failedThrough: { type: Date, default: null },
    droppedThrough: Date,
    lastFulfillmentDate: { type: Date, default: null },
    startedAt: Date,
    cancelledAt: { type: Date, default: null },
    journal: { type: Schema.Types.Mixed, default: () => [] },
    searchTerms: [String],
    createdAt: day,
    updatedAt: day,
    ...outboxFields,
  },
  { versionKey: false, minimize: false, collection: 'subscriptions' },
)
// A customer's plans: the live ones, and those that were ever active, newest first.
schema.index({ ownerId: 1, status: 1 })
schema.index({ ownerId: 1, startedAt: -1 })
// The operator's lists, newest first.
schema.index({ status: 1, _id: -1 })
schema.index({ searchTerms: 1, status: 1 })
// Covers the metrics of running plans.
schema.index({ status: 1, amountCents: 1 })
// Plans of earlier versions, whose next charge is not known.
schema.index({ status: 1, nextChargeAt: 1 })
// Recently changed plans.
schema.index({ updatedAt: 1, _id: 1 })

export type PlanModel = Model<Plan>

/** The model of plans on a connection. */
export function createPlanModel(connection: Connection): PlanModel {
  return connection.model<Plan>('Subscription', schema)
}

/** The current month of a plan: the newest paid one. */
export function currentMonth(months: PlanMonth[]): PlanMonth | undefined {
  return months.reduce<PlanMonth | undefined>(
    (newest, one) => (newest === undefined || one.periodStart > newest.periodStart ? one : newest),
    undefined,
  )
}

/** Whether a bank returned the payment of a month to the cardholder: nothing more of it is due. */
export const isLost = ({ disputes = [] }: Pick<PlanMonth, 'disputes'>): boolean =>
  disputes.some((dispute) => dispute.isLost)

/** Whether the payment of a month newer than all paid and dropped ones failed, whatever the sequence of the events. */
export function isPastDue({
  months,
  failedThrough,
  droppedThrough,
}: Pick<Plan, 'months' | 'failedThrough' | 'droppedThrough'>): boolean {
  const current = currentMonth(months)
  if (failedThrough === null || current === undefined) return false
  return failedThrough > current.periodStart && !(droppedThrough && droppedThrough >= failedThrough)
}

/** Everything by which the operator can find a plan, as lower-case words. */
export function planSearchTerms(
  plan: Pick<Plan, '_id' | 'ownerId' | 'customer' | 'stripeSubscriptionId'>,
): string[] {
  const { _id, ownerId, customer, stripeSubscriptionId } = plan
  const ids = [_id, _id.slice(-8), ownerId, stripeSubscriptionId, stripeSubscriptionId?.slice(-8)]
  return searchTermsOf([...ids, customer.email, customer.firstName, customer.lastName])
}
