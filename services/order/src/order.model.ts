import {
  checkoutStatuses,
  type OrderStatus,
  type OrderType,
  orderStatuses,
  orderTypes,
  type PrankImage,
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
  totalCents: number
  discountCode: string | null
  customMessage: string | null
  paymentIntentId: string | null
  /** When it became paid, by whichever way; never taken away again. */
  paidAt?: Date
  /** When order-paid was told of it, once; never of an order that was imported as shipped and stayed so. */
  announcedAt?: Date
  plan: { subscriptionId: string; stripeSubscriptionId: string } | null
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
const checkout = new Schema(
  { status: { type: String, enum: checkoutStatuses }, stripeSessionId: text, errorMessage: text },
  { _id: false },
)
const statusChange = new Schema({ status: words, at: Date, actor: words }, { _id: false })
const plan = new Schema({ subscriptionId: words, stripeSubscriptionId: words }, { _id: false })

const schema = new Schema<Order>(
  {
    ownerId: text,
    guestEmail: String,
    type: { type: String, required: true, enum: orderTypes },
    status: { type: String, required: true, enum: orderStatuses },
    checkout: { type: checkout, default: null },
    customer: { name: text, email: text },
    items: [item],
    totalCents: { type: Number, required: true },
    discountCode: text,
    customMessage: text,
    paymentIntentId: text,
    paidAt: Date,
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
// Whose plan is it: the operator's badge.
schema.index({ ownerId: 1, type: 1 })
schema.index({ guestEmail: 1, paidAt: -1 }, { partialFilterExpression: { guestEmail: { $exists: true } } })
// The operator's lists, newest first.
schema.index({ status: 1, _id: -1 })
schema.index({ searchTerms: 1, status: 1 })
// Those that were announced lately.
schema.index({ announcedAt: 1, _id: 1 }, { partialFilterExpression: { announcedAt: { $exists: true } } })
// Money by the day it was paid, answered by the index alone.
schema.index({ paidAt: 1, status: 1, totalCents: 1 })

export type OrderModel = Model<Order>

/** The collection of orders on a connection. */
export function createOrderModel(connection: Connection): OrderModel {
  return connection.model<Order>('Order', schema)
}

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
