import { type DisputeStatus, type ParcelState, parcelStates } from '@prankpost/contracts'
import { type OutboxDocument, outboxFields } from '@prankpost/messaging'
import { type ForgettingDocument, forgettingFields, forgettingIndex } from '@prankpost/service-kit'
import { type Connection, type Model, Schema, type Types } from 'mongoose'
import { type DrawRecord, drawRecordSchema } from './draw-record.ts'
import { type DrawnSlot, drawnSlotSchema } from './drawn-slot.ts'
import { type Parcel, parcelSchema } from './parcel.model.ts'

/** A parcel in the operator's queue: what its lists filter by. */
export interface QueueRow {
  id: string
  state: ParcelState
  prankId: string
  /** The state of the recipient, such as `CA`; null until a label of a plan's parcel is printed. */
  region: string | null
  /** The lower-case words of recipient, reference and tracking number. */
  terms: string[]
  /** Until when it is to be shipped. */
  shipBy: Date
}

/** A dispute about the payment of a shipment, in its newest known status. */
export interface Dispute {
  id: string
  status: DisputeStatus
  at: Date
}

/**
 * How the plan of a month ended: its unsent parcels are refunded, still sent, or neither (events of earlier versions do
 * not say it). `late`: the month itself was recorded after the end, which says nothing about the other months.
 */
const planEnds = ['refund', 'send', 'none', 'late'] as const
export type PlanEnd = (typeof planEnds)[number]

/** The random reference on the documents of a parcel. */
interface ParcelReference {
  parcelId: string
  reference: string
}

/**
 * One paid one-time order (`orderId`), with all its parcels from the beginning, or one paid month of a plan
 * (`invoiceId`, `plan`), whose parcels are added when they are shipped. Labels and slips are made from it, so it
 * contains no name or e-mail of the sender.
 */
export interface Shipment extends OutboxDocument, ForgettingDocument {
  _id: Types.ObjectId
  /** Null for an imported order. */
  ownerId: string | null
  orderId?: string
  invoiceId?: string
  plan?: {
    subscriptionId: string
    stripeSubscriptionId: string
    periodStart: Date
    /** Set once the plan has ended. Months that earlier versions withdrew do not have it. */
    end?: PlanEnd
  }
  /** What was drawn for the parcels of a plan's month; missing until it is drawn. */
  draw?: DrawnSlot[]
  /** The id under which its draws are published, and their records, oldest first. Earlier versions do not store them. */
  drawId?: string
  draws?: DrawRecord[]
  /** How often the customer had a slot of this month drawn again. */
  swaps?: number
  /** Printed on the slips of its parcels. */
  customMessage: string | null
  parcels: Parcel[]
  /**
   * The references on the documents of its parcels, from the first document on; drawn once, unique over all shipments. That of
   * a slot is removed when the slot is drawn again, or shipped to another target, after its label was printed; it
   * becomes that of the parcel when the form ships the slot as it was printed.
   */
  references?: ParcelReference[]
  parcelsTotal: number
  paidAt: Date
  /** Since when none of it is to be sent: its order is not paid after all, or its plan ended. */
  withdrawnAt: Date | null
  /** Disputes about its payment. */
  disputes?: Dispute[]
  /** Since when a dispute about its payment is open. */
  heldAt?: Date | null
  /** The revision of order that the parcels have; 0 or missing as paid. */
  parcelsRevision?: number
  /** The time of the newest known status change of its order. */
  statusAt?: Date
  /** Number of parcels to be sent, and since when. Both fields exist only while parcels are due. */
  parcelsDue?: number
  dueSince?: Date
  /** When its latest parcel was shipped. */
  lastShippedAt?: Date
  /** Its rows in the operator's queue, and until when the first of them is to be shipped: see `queue-entry.ts`. */
  queue?: QueueRow[]
  shipBy?: Date
}

/**
 * Months of plans in the order of creation, for readers that start again. Queries must pass it as a hint: MongoDB may
 * choose the index on `_id`, which contains all orders, instead.
 */
export const monthsByAge = { _id: 1, invoiceId: 1 } as const

/** The order of the operator's queue. */
export const queueOrder = { shipBy: 1, _id: 1 } as const
/** The same for the parcels of one state. */
export const stateOrder = { 'queue.state': 1, ...queueOrder } as const
/** The index of the parcels to be sent, each by its own date. */
export const rowOrder = { 'queue.state': 1, 'queue.shipBy': 1, _id: 1 } as const
/** The index of the words by which the operator finds parcels. */
export const termsIndex = { 'queue.terms': 1 } as const

const optionalString = { type: String, default: null }
const requiredString = { type: String, required: true }
const reference = new Schema({ parcelId: requiredString, reference: requiredString }, { _id: false })
const dispute = new Schema(
  { id: requiredString, status: requiredString, at: { type: Date, required: true } },
  { _id: false, id: false },
)
const plan = new Schema(
  {
    subscriptionId: requiredString,
    stripeSubscriptionId: requiredString,
    periodStart: { type: Date, required: true },
    end: { type: String, enum: planEnds },
  },
  { _id: false },
)

const queueRow = new Schema(
  {
    id: requiredString,
    state: { type: String, required: true, enum: parcelStates },
    prankId: requiredString,
    region: optionalString,
    terms: [String],
    shipBy: { type: Date, required: true },
  },
  { _id: false, id: false },
)

const schema = new Schema<Shipment>(
  {
    ownerId: optionalString,
    orderId: { type: String, index: { unique: true, sparse: true } },
    invoiceId: { type: String, index: { unique: true, sparse: true } },
    plan: { type: plan, default: undefined },
    draw: { type: [drawnSlotSchema], default: undefined },
    drawId: String,
    draws: { type: [drawRecordSchema], default: undefined },
    swaps: Number,
    customMessage: optionalString,
    parcels: [parcelSchema],
    references: { type: [reference], default: undefined },
    parcelsTotal: { type: Number, required: true, min: 1 },
    paidAt: { type: Date, required: true },
    withdrawnAt: { type: Date, default: null },
    disputes: { type: [dispute], default: undefined },
    heldAt: Date,
    parcelsRevision: Number,
    statusAt: Date,
    parcelsDue: Number,
    dueSince: Date,
    lastShippedAt: Date,
    queue: { type: [queueRow], default: undefined },
    shipBy: Date,
    ...forgettingFields,
    ...outboxFields,
  },
  { versionKey: false, minimize: false, collection: 'shipments' },
)
// Parcels by id, for labels and repeated calls. Sparse: months without a parcel are not in the index.
schema.index({ 'parcels.id': 1 }, { unique: true, sparse: true })
// References are a separate list because of this index: in the list of parcels, a parcel without a reference would be
// indexed as null.
schema.index({ 'references.reference': 1 }, { unique: true, sparse: true })
// Drawn parcels to an address.
schema.index({ 'draw.addressDigest': 1 }, { sparse: true })
// The published draws of a calendar month, in an order that says nothing about their time.
schema.index({ 'draws.month': 1, drawId: 1 }, { sparse: true })
// Parcels of plans that are sent again to an address.
schema.index({ 'parcels.addressDigest': 1 }, { sparse: true })
// A plan's months, oldest first.
schema.index({ 'plan.stripeSubscriptionId': 1, 'plan.periodStart': 1 }, { sparse: true })
// Due shipments, oldest first; the sums are computed from this index alone.
schema.index({ dueSince: 1, parcelsDue: 1 }, { sparse: true })
// Parcels sent to a customer's targets, newest first.
schema.index({ ownerId: 1, lastShippedAt: -1 })
// The operator's queue, earliest promise first: all parcels, and those of a filter. Other conditions of a filter are
// checked on the documents.
schema.index(queueOrder)
schema.index(stateOrder)
schema.index(rowOrder)
schema.index({ 'queue.region': 1, ...queueOrder })
schema.index({ 'queue.prankId': 1, ...queueOrder })
schema.index(termsIndex)
schema.index({ 'queue.id': 1 })
// Shipments whose addresses are due to be forgotten.
schema.index(forgettingIndex)
schema.index(monthsByAge, { partialFilterExpression: { invoiceId: { $exists: true } } })

export type ShipmentModel = Model<Shipment>

/** The collection of shipments on a connection. */
export function createShipmentModel(connection: Connection): ShipmentModel {
  return connection.model<Shipment>('Shipment', schema)
}
