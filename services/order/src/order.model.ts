import {
  checkoutStatuses,
  type OrderStatus,
  type OrderType,
  orderStatuses,
  orderTypes,
  type PrankImage,
  unpaidOrderDays,
} from '@prankpost/contracts'
import { type OutboxDocument, outboxFields } from '@prankpost/messaging'
import { searchTermsOf as termsOf } from '@prankpost/service-kit'
import { type Connection, type Model, Schema, type Types } from 'mongoose'

/** A parcel of an order, with everything as it was when it was ordered. */
export interface OrderItem {
  id: string
  prank: { id: string; name: string; description: string; tier: string; image: PrankImage }
  contactId: string | null
  contact: { name: string; address: string; city: string; state: string; zipCode: string }
  quantity: number
  /** What one of it cost the customer, discount taken off. */
  priceCents: number
  shippedAt: Date | null
  trackingNumber: string | null
  adminNotes: string | null
}

/** An order: a one-time purchase, or a paid month of a plan whose items are the parcels shipped so far. */
export interface Order extends OutboxDocument {
  _id: Types.ObjectId
  /** Null for an imported order that nobody has recovered yet. */
  ownerId: string | null
  /** The e-mail that may recover it; only while there is no owner. */
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
  /** What the papers of its parcels show, as far as there are some. Not part of the items, which customers see. */
  references?: { parcelId: string; reference: string }[]
  totalCents: number
  discountCode: string | null
  customMessage: string | null
  paymentIntentId: string | null
  /** When it became paid, by whichever way; never taken away again. */
  paidAt?: Date
  /** There exactly while it was never paid: when it expires, or when the sweep tries again to remove it. */
  unpaidUntil?: Date
  /** The owner's slot that it takes while it is unpaid, for an hour at least: see `unpaid-slots.ts`. */
  unpaidSlot?: string
  /** When order-paid was told of it, once; never of an order that was imported as shipped and stayed so. */
  announcedAt?: Date
  /** `endedAt` once the plan has ended: the month is closed then, nothing more of it is sent. */
  plan: { subscriptionId: string; stripeSubscriptionId: string; endedAt?: Date } | null
  /** The invoice of a plan's month, its key. */
  invoiceId?: string
  /** Id in the shop that it was imported from. */
  externalId?: string
  /**
   * What the customer put in the cart, as a digest, with how often that was paid before, as `.1`, `.2` and so on:
   * while it is not paid the same cart is the same order.
   */
  cartKey?: string
  statusHistory: { status: OrderStatus; at: Date; actor: string }[]
  /** Lower-case words that the operator's search looks in. */
  searchTerms: string[]
  createdAt: Date
}

/** The index that answers the operator's revenue alone. */
export const revenueIndex = { paidAt: 1, status: 1, type: 1, totalCents: 1 } as const

const text = { type: String, default: null }
const words = { type: String, required: true }
const item = new Schema(
  {
    id: words,
    prank: { id: words, name: words, description: String, tier: words, image: words },
    contactId: text,
    contact: { name: words, address: String, city: String, state: String, zipCode: String },
    quantity: { type: Number, required: true },
    priceCents: { type: Number, required: true },
    shippedAt: { type: Date, default: null },
    trackingNumber: text,
    adminNotes: text,
  },
  { _id: false, id: false },
)
const reference = new Schema({ parcelId: words, reference: words }, { _id: false })
const checkout = new Schema(
  { status: { type: String, enum: checkoutStatuses }, stripeSessionId: text, errorMessage: text },
  { _id: false },
)
const statusChange = new Schema(
  { status: { ...words, enum: orderStatuses }, at: Date, actor: words },
  { _id: false },
)
const plan = new Schema({ subscriptionId: words, stripeSubscriptionId: words, endedAt: Date }, { _id: false })

const schema = new Schema<Order>(
  {
    ownerId: text,
    guestEmail: String,
    type: { type: String, required: true, enum: orderTypes },
    status: { type: String, required: true, enum: orderStatuses },
    checkout: { type: checkout, default: null },
    customer: { name: text, email: text },
    items: [item],
    references: { type: [reference], default: undefined },
    totalCents: { type: Number, required: true },
    discountCode: text,
    customMessage: text,
    paymentIntentId: text,
    paidAt: Date,
    unpaidUntil: Date,
    unpaidSlot: { type: String, index: { unique: true, sparse: true } },
    announcedAt: Date,
    plan: { type: plan, default: null },
    invoiceId: { type: String, index: { unique: true, sparse: true } },
    externalId: { type: String, index: { unique: true, sparse: true } },
    cartKey: { type: String, index: { unique: true, sparse: true } },
    statusHistory: [statusChange],
    searchTerms: [String],
    createdAt: { type: Date, required: true },
    ...outboxFields,
  },
  { versionKey: false, minimize: false },
)
// A customer's history, newest first.
schema.index({ ownerId: 1, paidAt: -1 })
// Whose plan is it: the operator's badge. One-time orders of some customers, page by page.
schema.index({ ownerId: 1, type: 1, _id: 1 })
schema.index({ guestEmail: 1, paidAt: -1 }, { partialFilterExpression: { guestEmail: { $exists: true } } })
// The operator's lists, newest first.
schema.index({ status: 1, _id: -1 })
schema.index({ searchTerms: 1, status: 1 })
// The same lists without orders that were never paid; and those of them that have expired.
schema.index({ unpaidUntil: 1, _id: -1 })
// The order of a paper that the operator holds in hand.
schema.index({ 'references.reference': 1 }, { sparse: true })
// Those that were announced lately.
schema.index({ announcedAt: 1, _id: 1 }, { partialFilterExpression: { announcedAt: { $exists: true } } })
// The months of a plan, which are closed when it ends. Sparse: one-time orders have no plan.
schema.index({ 'plan.subscriptionId': 1 }, { sparse: true })
// Money by the day it was paid, answered by the index alone.
schema.index(revenueIndex)

export type OrderModel = Model<Order>

/** The collection of orders on a connection. */
export function createOrderModel(connection: Connection): OrderModel {
  return connection.model<Order>('Order', schema)
}

/** What an order is no longer once it is paid; part of each write that sets `paidAt`. */
export const noLongerUnpaid = { unpaidUntil: 1, unpaidSlot: 1 } as const

/** When an order that was placed then expires, if it is not paid. */
export const expiryOf = ({ createdAt }: Pick<Order, 'createdAt'>): Date =>
  new Date(createdAt.getTime() + unpaidOrderDays * 86_400_000)

/** Whether it was not paid in time: it cannot be paid any more, and the sweep removes it. */
export const isExpired = (order: Pick<Order, 'createdAt' | 'paidAt'>): boolean =>
  order.paidAt === undefined && expiryOf(order).getTime() <= Date.now()

/** The number that people read: the last 8 characters of the id, upper case. */
export const orderNumber = (id: Types.ObjectId | string): string => String(id).slice(-8).toUpperCase()

/** Everything that the operator may type to find an order. */
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

/** A change of status as it is kept with the order. */
export const statusEntry = (status: OrderStatus, actor: string, at = new Date()) => ({ status, at, actor })
