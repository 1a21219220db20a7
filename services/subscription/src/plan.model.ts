import { type SubscriptionStatus, subscriptionStatuses } from '@prankpost/contracts'
import { type OutboxDocument, type OutboxEntry, outboxFields } from '@prankpost/messaging'
import { searchTermsOf } from '@prankpost/service-kit'
import { type Connection, type Model, Schema } from 'mongoose'

/** One paid month; the invoice is its key. */
export interface PlanMonth {
  invoiceId: string
  periodStart: Date
  periodEnd: Date
  paidAt: Date
  /** Parcels of it that left so far. */
  parcelsShipped: number
}

/**
 * An Auto-Prank plan. `pending` until its first month is paid, then `active`, `past_due` while the
 * newest month is not paid, `cancelled` for good.
 */
export interface Plan extends OutboxDocument {
  _id: string
  ownerId: string
  /** The owner's id while the plan is pending or live: unique, so that a customer has one such plan. */
  liveKey?: string
  status: SubscriptionStatus
  customer: { email: string; firstName: string; lastName: string }
  prankCount: number
  /** What each month costs in all. */
  amountCents: number
  stripeSubscriptionId?: string
  months: PlanMonth[]
  /** Begin of the newest month that could not be collected. */
  failedThrough: Date | null
  lastFulfillmentDate: Date | null
  /** When its first month was paid. */
  startedAt?: Date
  cancelledAt: Date | null
  /** Every event of the plan as it was told, in order: for readers that begin again. */
  journal: OutboxEntry[]
  /** Lower-case words that the operator's search looks in. */
  searchTerms: string[]
  createdAt: Date
  updatedAt: Date
}

/** Statuses of a plan that runs, or may come to run. */
export const liveStatuses = ['pending', 'active', 'past_due'] as const satisfies SubscriptionStatus[]
/** Statuses of a plan that runs. */
export const runningStatuses: SubscriptionStatus[] = ['active', 'past_due']

const words = { type: String, required: true }
const day = { type: Date, required: true }
const customer = new Schema({ email: String, firstName: String, lastName: String }, { _id: false })
const month = new Schema(
  { invoiceId: words, periodStart: day, periodEnd: day, paidAt: day, parcelsShipped: Number },
  { _id: false },
)

const schema = new Schema<Plan>(
  {
    _id: words,
    ownerId: words,
    liveKey: { type: String, index: { unique: true, sparse: true } },
    status: { type: String, required: true, enum: subscriptionStatuses },
    customer: { type: customer, required: true },
    prankCount: { type: Number, required: true, min: 1, max: 5 },
    amountCents: { type: Number, required: true },
    stripeSubscriptionId: String,
    months: [month],
    failedThrough: { type: Date, default: null },
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
// A customer's plans: those that live, and those that ever ran, newest first.
schema.index({ ownerId: 1, status: 1 })
schema.index({ ownerId: 1, startedAt: -1 })
// The operator's lists, newest first.
schema.index({ status: 1, _id: -1 })
schema.index({ searchTerms: 1, status: 1 })
// The operator's figures, answered by these alone.
schema.index({ status: 1, amountCents: 1 })
schema.index({ startedAt: 1 })
schema.index({ cancelledAt: 1 })
// Those that changed lately.
schema.index({ updatedAt: 1, _id: 1 })

export type PlanModel = Model<Plan>

/** The collection of plans on a connection. */
export function createPlanModel(connection: Connection): PlanModel {
  return connection.model<Plan>('Subscription', schema)
}

/** The month that the plan is in: the newest that is paid. */
export function currentMonth(months: PlanMonth[]): PlanMonth | undefined {
  return months.reduce<PlanMonth | undefined>(
    (newest, one) => (newest === undefined || one.periodStart > newest.periodStart ? one : newest),
    undefined,
  )
}

/** Whether a month newer than all paid ones could not be collected, in whatever order that was told. */
export function isPastDue(months: PlanMonth[], failedThrough: Date | null): boolean {
  const current = currentMonth(months)
  return failedThrough !== null && current !== undefined && failedThrough > current.periodStart
}

/** Everything that the operator may type to find a plan, as lower-case words. */
export function planSearchTerms(
  plan: Pick<Plan, '_id' | 'ownerId' | 'customer' | 'stripeSubscriptionId'>,
): string[] {
  const { _id, ownerId, customer, stripeSubscriptionId } = plan
  const ids = [_id, _id.slice(-8), ownerId, stripeSubscriptionId, stripeSubscriptionId?.slice(-8)]
  return searchTermsOf([...ids, customer.email, customer.firstName, customer.lastName])
}
