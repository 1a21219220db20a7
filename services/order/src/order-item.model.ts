import { type Carrier, carriers, type PrankImage } from '@prankpost/contracts'
import { Schema } from 'mongoose'
import { type Reaction, type Reveal, reactionSchema, revealSchema } from './reveal.model.ts'
import { type Refusal, refusedSchema, type Screening, screeningSchema } from './review.model.ts'

/** A parcel of an order, with everything as it was when it was ordered. */
export interface OrderItem {
  id: string
  prank: { id: string; name: string; description: string; tier: string; image: PrankImage }
  contactId: string | null
  contact: {
    name: string
    address: string
    /** Orders of earlier versions do not have it. */
    address2?: string | null
    city: string
    state: string
    zipCode: string
  }
  /** Consent's keyed digest of the address, by which it finds the parcel. See `lacksDigests`. */
  addressDigest?: string
  quantity: number
  /** The price of one unit, after the discount. */
  priceCents: number
  shippedAt: Date | null
  /** This and the following fields are absent for parcels of earlier versions. */
  carrier?: Carrier | null
  trackingNumber: string | null
  deliveredAt?: Date | null
  /** Set once its parcel-delivered was emitted; stays when the operator takes the delivery back. */
  deliveryReported?: boolean
  /** When its parcel-delivered was emitted last, and the parcel-tracking-changed of a plan's parcel. */
  deliveryReportedAt?: Date | null
  trackedAt?: Date
  /** When the parcel was withdrawn: it is never sent. */
  withdrawnAt?: Date | null
  /** Why an operator holds the parcel: it is not sent until it is released. */
  heldBecause?: string | null
  screening?: Screening
  /** The case of the recipient's report for which it was held: once an operator released it, this case does not hold it again. */
  reportedCase?: string
  refused?: Refusal
  /** When the parcel came back. */
  returnedAt?: Date | null
  /**
   * Each time that an operator decided to send the parcel again, with the sending that came back. It is unsent from the last
   * of them until `shippedAt`, which is that of the last sending.
   */
  sentAgain?: { at: Date; shippedAt: Date | null; carrier: Carrier | null; trackingNumber: string | null }[]
  adminNotes: string | null
  /** When name and address were erased, some weeks after the delivery. */
  forgottenAt?: Date
  /** What the sender chose to show to the recipient; absent to stay anonymous. */
  reveal?: Reveal
  reaction?: Reaction
  /** The day by which it is to arrive (`YYYY-MM-DD`), and until when it is shipped for that. Absent: as soon as possible. */
  arriveBy?: string
  shipBy?: Date
}

const text = { type: String, default: null }
const requiredString = { type: String, required: true }
const sending = new Schema({ at: Date, shippedAt: Date, carrier: text, trackingNumber: text }, { _id: false })
/** The stored form of an `OrderItem`. */
export const itemSchema = new Schema(
  {
    id: requiredString,
    prank: {
      id: requiredString,
      name: requiredString,
      description: String,
      tier: requiredString,
      image: requiredString,
    },
    contactId: text,
    contact: {
      name: requiredString,
      address: String,
      address2: text,
      city: String,
      state: String,
      zipCode: String,
    },
    addressDigest: String,
    quantity: { type: Number, required: true },
    priceCents: { type: Number, required: true },
    shippedAt: { type: Date, default: null },
    carrier: { type: String, enum: [...carriers, null], default: null },
    trackingNumber: text,
    deliveredAt: { type: Date, default: null },
    deliveryReported: Boolean,
    deliveryReportedAt: Date,
    trackedAt: Date,
    withdrawnAt: { type: Date, default: null },
    heldBecause: String,
    screening: { type: screeningSchema, default: undefined },
    reportedCase: String,
    refused: { type: refusedSchema, default: undefined },
    returnedAt: Date,
    sentAgain: { type: [sending], default: undefined },
    adminNotes: text,
    forgottenAt: Date,
    reveal: { type: revealSchema, default: undefined },
    reaction: { type: reactionSchema, default: undefined },
    arriveBy: String,
    shipBy: Date,
  },
  { _id: false, id: false },
)
