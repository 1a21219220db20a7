import {
  checkoutStatuses,
  type OrderStatus,
  type OrderType,
  orderStatuses,
  orderTypes,
  type StoredAgreement,
  unpaidOrderDays,
} from '@prankpost/contracts'
import { type OutboxDocument, outboxFields } from '@prankpost/messaging'
import {
  agreementSchema,
  type ForgettingDocument,
  forgettingFields,
  forgettingIndex,
  searchTermsOf as termsOf,
} from '@prankpost/service-kit'
import { type Connection, type Model, Schema, type Types } from 'mongoose'
import { itemSchema, type OrderItem } from './order-item.model.ts'
import { type MoneyFields, moneySchema } from './refund.model.ts'

/** Why and by whom a one-time order was cancelled. `refundId` is null when nothing was left to refund. */
export interface Cancellation {
  by: 'customer' | 'operator'
  reason: string | null
  at: Date
  refundId: string | null
}

/** An order: a one-time purchase, or a paid month of a plan whose items are the parcels shipped so far. */
export interface Order extends OutboxDocument, ForgettingDocument, Partial<MoneyFields> {
  _id: Types.ObjectId
  /** Null for an imported order that has not been recovered yet. */
  ownerId: string | null
  /** The e-mail address whose owner may recover it; only while the order has no owner. */
  guestEmail?: string
  type: OrderType
  status: OrderStatus
  checkout: {
    status: (typeof checkoutStatuses)[number]
    stripeSessionId: string | null
    errorMessage: string | null
  } | null
  customer: { name: string | null; email: string | null }
  items: OrderItem[]
  /** The references on the parcels' documents, once they are drawn. Not in the items, because customers see those. */
  references?: { parcelId: string; reference: string; drawnAt: Date }[]
  totalCents: number
  discountCode: string | null
  customMessage: string | null
  /** What the customer agreed to at checkout; of a plan's month the renewal terms. Absent for orders of earlier versions. */
  agreement?: StoredAgreement
  paymentIntentId: string | null
  /** When it was paid, or when the operator declared it paid. Never removed. */
  paidAt?: Date
  /** Set exactly while it was never paid: when it expires, or when the sweep next tries to remove it. */
  unpaidUntil?: Date
  /** What the code took off the list prices. Missing without a code, and in orders of earlier versions. */
  discountCents?: number
  /** Set if the code is limited: catalog holds a use of it until the order is paid. */
  holdsDiscount?: true
  /** Set if the code is for first orders: it ends when the customer pays another one. */
  firstOrderOnly?: true
  /** Set if the stock of one of its pranks is counted: catalog reserves them until it is paid. */
  reservesStock?: true
  /** Set while its items have no digests: it was imported, or an earlier version stored it. */
  lacksDigests?: true
  /** The owner's slot that it occupies while it is unpaid, for at least an hour: see `unpaid-slots.ts`. */
  unpaidSlot?: string
  /** When the first document of its parcels was printed, or its status said so. From then on the customer cannot change it. */
  packedAt?: Date
  /** When its parcels were sent. Never removed, also when the operator sets an earlier status again. */
  sentAt?: Date
  /** Increased with each change of its parcels that fulfilment has to know; 0 if it is absent. */
  parcelsRevision?: number
  cancellation?: Cancellation
  /** When the share of a plan's month that is not sent any more was refunded. */
  unsentRefundedAt?: Date
  /** What was not left for that refund. */
  unsentOwedCents?: number
  /** When the customer corrected the address of an item. */
  addressChanges?: { itemId: string; at: Date }[]
  /**
   * When its one order-paid was emitted, or its parcels last changed or arrived: reconciliation reads it again then. Absent
   * for an order that was imported as shipped and stayed so.
   */
  announcedAt?: Date
  /** Of a plan's month: when an event about a sent parcel of it was emitted last. Reconciliation reads it again then. */
  parcelsReportedAt?: Date
  /**
   * `endedAt` is set once the plan has ended: the month is closed, and nothing more of it is sent; with `sendsUnsent` its
   * unsent parcels are still sent. `isLate`: the month was recorded after the end.
   */
  plan: {
    subscriptionId: string
    stripeSubscriptionId: string
    endedAt?: Date
    sendsUnsent?: boolean
    isLate?: boolean
  } | null
  /** The invoice of a plan's month: the unique key of the month. */
  invoiceId?: string
  /** The id in the shop that it was imported from. */
  externalId?: string
  /**
   * A digest of the cart. If the same cart was paid before, a counter follows (`.1`, `.2`). Absent once an address was
   * forgotten. Unique, so that placing the same cart again returns the same order while it is unpaid.
   */
  cartKey?: string
  statusHistory: { status: OrderStatus; at: Date; actor: string }[]
  /** The lower-case words that the operator's search matches. */
  searchTerms: string[]
  createdAt: Date
}

/** The index of orders that need the operator; it covers their count. */
export const taskIndex = { taskAt: 1, taskCount: 1 } as const

const text = { type: String, default: null }
const requiredString = { type: String, required: true }
const reference = new Schema(
  { parcelId: requiredString, reference: requiredString, drawnAt: { type: Date, required: true } },
  { _id: false },
)
const checkout = new Schema(
  { status: { type: String, enum: checkoutStatuses }, stripeSessionId: text, errorMessage: text },
  { _id: false },
)
const statusChange = new Schema(
  { status: { ...requiredString, enum: orderStatuses }, at: Date, actor: requiredString },
  { _id: false },
)
const cancellation = new Schema(
  { by: requiredString, reason: text, at: Date, refundId: text },
  { _id: false },
)
const addressChange = new Schema({ itemId: requiredString, at: Date }, { _id: false })
const plan = new Schema(
  {
    subscriptionId: requiredString,
    stripeSubscriptionId: requiredString,
    endedAt: Date,
    sendsUnsent: Boolean,
    isLate: Boolean,
  },
  { _id: false },
)

const schema = new Schema<Order>(
  {
    ownerId: text,
    guestEmail: String,
    type: { type: String, required: true, enum: orderTypes },
    status: { type: String, required: true, enum: orderStatuses },
    checkout: { type: checkout, default: null },
    customer: { name: text, email: text },
    items: [itemSchema],
    references: { type: [reference], default: undefined },
    totalCents: { type: Number, required: true },
    discountCode: text,
    customMessage: text,
    agreement: { type: agreementSchema, default: undefined },
    paymentIntentId: text,
    paidAt: Date,
    unpaidUntil: Date,
    discountCents: Number,
    holdsDiscount: Boolean,
    firstOrderOnly: Boolean,
    reservesStock: Boolean,
    lacksDigests: { type: Boolean, index: { sparse: true } },
    unpaidSlot: { type: String, index: { unique: true, sparse: true } },
    ...moneySchema,
    packedAt: Date,
    sentAt: Date,
    parcelsRevision: Number,
    cancellation: { type: cancellation, default: undefined },
    unsentRefundedAt: Date,
    unsentOwedCents: Number,
    addressChanges: { type: [addressChange], default: undefined },
    announcedAt: Date,
    parcelsReportedAt: Date,
    plan: { type: plan, default: null },
    invoiceId: { type: String, index: { unique: true, sparse: true } },
    externalId: { type: String, index: { unique: true, sparse: true } },
    cartKey: { type: String, index: { unique: true, sparse: true } },
    statusHistory: [statusChange],
    searchTerms: [String],
    createdAt: { type: Date, required: true },
    ...forgettingFields,
    ...outboxFields,
  },
  { versionKey: false, minimize: false },
)
// A customer's history, newest first.
schema.index({ ownerId: 1, paidAt: -1 })
// The plan of a customer, for the operator's badge. One-time orders of given customers, page by page.
schema.index({ ownerId: 1, type: 1, _id: 1 })
schema.index({ guestEmail: 1, paidAt: -1 }, { partialFilterExpression: { guestEmail: { $exists: true } } })
// The operator's lists, newest first.
schema.index({ status: 1, _id: -1 })
schema.index({ searchTerms: 1, status: 1 })
// The same lists without orders that were never paid. Also finds unpaid orders that have expired.
schema.index({ unpaidUntil: 1, _id: -1 })
// Finds an order by the reference on a parcel's document.
schema.index({ 'references.reference': 1 }, { sparse: true })
// Orders with a parcel to an address. Plan months and earlier orders have no digests.
schema.index({ 'items.addressDigest': 1 }, { sparse: true })
// Recently announced orders.
schema.index({ announcedAt: 1, _id: 1 }, { partialFilterExpression: { announcedAt: { $exists: true } } })
// Months of plans of which a parcel was reported recently.
schema.index(
  { parcelsReportedAt: 1, _id: 1 },
  { partialFilterExpression: { parcelsReportedAt: { $exists: true } } },
)
// Orders whose addresses are due to be forgotten.
schema.index(forgettingIndex)
// The months of a plan, which are closed when it ends. Sparse: one-time orders have no plan.
schema.index({ 'plan.subscriptionId': 1 }, { sparse: true })
// Failed refunds and open disputes. Refunds that wait for their confirmation.
schema.index(taskIndex, { partialFilterExpression: { taskCount: { $gt: 0 } } })
schema.index({ refundPendingAt: 1 }, { partialFilterExpression: { refundPendingAt: { $gt: new Date(0) } } })

export type OrderModel = Model<Order>

/** The model of orders on a connection. */
export function createOrderModel(connection: Connection): OrderModel {
  return connection.model<Order>('Order', schema)
}

/** The fields to unset once an order is paid; part of every write that sets `paidAt`. */
export const noLongerUnpaid = { unpaidUntil: 1, unpaidSlot: 1 } as const

/** When an order expires if it is not paid. */
export const expiryOf = ({ createdAt }: Pick<Order, 'createdAt'>): Date =>
  new Date(createdAt.getTime() + unpaidOrderDays * 86_400_000)

/** Whether it was not paid in time. It can no longer be paid, and the sweep removes it. */
export const isExpired = (order: Pick<Order, 'createdAt' | 'paidAt'>): boolean =>
  order.paidAt === undefined && expiryOf(order).getTime() <= Date.now()

/** The number that people see: the last 8 characters of the id, in upper case. */
export const orderNumber = (id: Types.ObjectId | string): string => String(id).slice(-8).toUpperCase()

/** Everything by which the operator can find an order. */
export function searchTermsOf(order: Omit<Order, 'searchTerms' | 'outbox' | 'revision'>): string[] {
  return termsOf([
    String(order._id),
    orderNumber(order._id),
    order.paymentIntentId,
    order.paymentIntentId?.slice(-8),
    order.customer.name,
    order.customer.email,
    order.plan?.stripeSubscriptionId,
    order.externalId,
    ...order.items.map(({ contact }) => contact.name),
  ])
}

/** An entry of the order's status history. */
export const statusEntry = (status: OrderStatus, actor: string, at = new Date()) => ({ status, at, actor })
