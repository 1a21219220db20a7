import type { PrankImage } from '@prankpost/contracts'
import { type OutboxDocument, outboxFields } from '@prankpost/messaging'
import { type Connection, type Model, Schema, type Types } from 'mongoose'

/** What goes to one target, addressed as it was when it was ordered or shipped. */
export interface Parcel {
  /** Unique over all shipments: the same parcel cannot be shipped twice. */
  id: string
  prank: { id: string; name: string; description: string; tier: string; image: PrankImage }
  contactId: string | null
  contact: { name: string; address: string; city: string; state: string; zipCode: string }
  quantity: number
  /** Null until it leaves. */
  shippedAt: Date | null
  /** Id of the event that told that it left. */
  eventId: string | null
  trackingNumber: string | null
  adminNotes: string | null
}

/** The random reference on the papers of a parcel. */
interface PaperReference {
  parcelId: string
  reference: string
}

/**
 * One paid one-time order (`orderId`), with all its parcels from the beginning, or one paid month of a
 * plan (`invoiceId`, `plan`), whose parcels come as they are shipped. Labels and slips are made from
 * it, so it holds nothing of the sender: no name, no e-mail.
 */
export interface Shipment extends OutboxDocument {
  _id: Types.ObjectId
  /** Null for an imported order. */
  ownerId: string | null
  orderId?: string
  invoiceId?: string
  plan?: { subscriptionId: string; stripeSubscriptionId: string; periodStart: Date }
  /** Goes into the parcels, on the slip. */
  customMessage: string | null
  parcels: Parcel[]
  /** What the papers of its parcels show, from the first paper of any on; drawn once, unique over all shipments. */
  references?: PaperReference[]
  parcelsTotal: number
  paidAt: Date
  /** Since when nothing of it is to be sent any more: its order is not paid after all, or its plan ended. */
  withdrawnAt: Date | null
  /** When the newest change of its order's status was made that is known here. */
  statusAt?: Date
  /** Parcels to be sent, and since when; both are there exactly while there are some. */
  parcelsDue?: number
  dueSince?: Date
  /** When the last of its parcels left so far. */
  lastShippedAt?: Date
}

/**
 * Plans' months in the order of their making, for readers that begin again. Queries have to hint at it:
 * MongoDB may take the index on `_id`, with all orders in it, for as good.
 */
export const monthsByAge = { _id: 1, invoiceId: 1 } as const

const text = { type: String, default: null }
const words = { type: String, required: true }
const parcel = new Schema(
  {
    id: words,
    prank: { id: words, name: words, description: String, tier: words, image: words },
    contactId: text,
    contact: { name: words, address: String, city: String, state: String, zipCode: String },
    quantity: { type: Number, required: true },
    shippedAt: { type: Date, default: null },
    eventId: text,
    trackingNumber: text,
    adminNotes: text,
  },
  { _id: false, id: false },
)
const reference = new Schema({ parcelId: words, reference: words }, { _id: false })
const plan = new Schema(
  { subscriptionId: words, stripeSubscriptionId: words, periodStart: { type: Date, required: true } },
  { _id: false },
)

const schema = new Schema<Shipment>(
  {
    ownerId: text,
    orderId: { type: String, index: { unique: true, sparse: true } },
    invoiceId: { type: String, index: { unique: true, sparse: true } },
    plan: { type: plan, default: undefined },
    customMessage: text,
    parcels: [parcel],
    references: { type: [reference], default: undefined },
    parcelsTotal: { type: Number, required: true, min: 1 },
    paidAt: { type: Date, required: true },
    withdrawnAt: { type: Date, default: null },
    statusAt: Date,
    parcelsDue: Number,
    dueSince: Date,
    lastShippedAt: Date,
    ...outboxFields,
  },
  { versionKey: false, minimize: false, collection: 'shipments' },
)
// Parcels by id, for labels and repeated calls. Sparse: months without a parcel do not take the key "none".
schema.index({ 'parcels.id': 1 }, { unique: true, sparse: true })
// A list of its own, because of its index: it would hold a parcel without a reference as one of "none".
schema.index({ 'references.reference': 1 }, { unique: true, sparse: true })
// A plan's months, oldest first.
schema.index({ 'plan.stripeSubscriptionId': 1, 'plan.periodStart': 1 }, { sparse: true })
// What is due, longest first; the sums are read from this index alone.
schema.index({ dueSince: 1, parcelsDue: 1 }, { sparse: true })
// What a customer's targets were sent, newest first.
schema.index({ ownerId: 1, lastShippedAt: -1 })
schema.index(monthsByAge, { partialFilterExpression: { invoiceId: { $exists: true } } })

export type ShipmentModel = Model<Shipment>

/** The collection of shipments on a connection. */
export function createShipmentModel(connection: Connection): ShipmentModel {
  return connection.model<Shipment>('Shipment', schema)
}

/**
 * What is due of a shipment with so many parcels left: none once it is withdrawn. Updates set the one
 * and unset the other half of it.
 */
export function dueUpdate(
  parcelsLeft: number,
  { paidAt, withdrawnAt }: Pick<Shipment, 'paidAt' | 'withdrawnAt'>,
) {
  const isDue = parcelsLeft > 0 && withdrawnAt === null
  return isDue
    ? { $set: { parcelsDue: parcelsLeft, dueSince: paidAt } }
    : { $set: {}, $unset: { parcelsDue: 1 as const, dueSince: 1 as const } }
}
