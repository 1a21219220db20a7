import type { Carrier, PrankImage, ScreeningMatch } from '@prankpost/contracts'
import { Schema } from 'mongoose'

/** An address; parcels of earlier versions have no second line. */
export interface ParcelAddress {
  name: string
  address: string
  address2?: string | null | undefined
  city: string
  state: string
  zipCode: string
}

/** A parcel for one target, with the address as it was when it was ordered, corrected or shipped. */
export interface Parcel {
  /** Unique over all shipments: the same parcel cannot be shipped twice. */
  id: string
  prank: { id: string; name: string; description: string; tier: string; image: PrankImage }
  contactId: string | null
  contact: ParcelAddress
  quantity: number
  /** Null until it is shipped. */
  shippedAt: Date | null
  /** Id of the event that reported it as shipped. */
  eventId: string | null
  /** Since when it is not to be sent any more, because order withdrew it. Parcels of earlier versions do not have it. */
  withdrawnAt?: Date | null
  /** The carrier of the tracking number. Parcels of earlier versions do not have it. */
  carrier?: Carrier | null
  trackingNumber: string | null
  /** Of a plan's parcel: when an operator set them last in its order. Parcels of earlier versions do not have it. */
  trackedAt?: Date
  adminNotes: string | null
  /** When its label was printed first from the queue, and how often. Earlier versions store neither this nor what follows. */
  printedAt?: Date | null
  prints?: number
  /** Why an operator holds it: it is not sent until it is released. */
  heldBecause?: string | null
  /** What a person has to review before it is sent; missing when nothing is left to review. */
  review?: ScreeningMatch[] | undefined
  deliveredAt?: Date | null
  /** When order reported last that it was delivered, or that this was taken back. Parcels of earlier versions do not have it. */
  deliveryReportedAt?: Date | null
  returnedAt?: Date | null
  /** When order decided last to send it again, because it came back: it is unsent from then until `shippedAt`. */
  sentAgainAt?: Date | null
  /** Consent's digest of the address of a plan's parcel, since an operator asked to send it again. */
  addressDigest?: string | undefined
  /** The day by which its customer wants it to arrive, and until when it is shipped for that. Missing for as soon as possible. */
  arriveBy?: string | undefined
  shipBy?: Date | undefined
  /** The sendings of a plan's parcel that came back before it was sent again, oldest first, for readers that start again. */
  earlier?: Sending[] | undefined
  /** When name and address were erased, some weeks after the delivery. */
  forgottenAt?: Date
}

/** A sending of a parcel that came back. */
type Sending = Pick<Parcel, 'carrier' | 'trackingNumber'> & { shippedAt: Date; eventId: string }

const optionalString = { type: String, default: null }
const requiredString = { type: String, required: true }
/** The schema of what the screening found. */
export const screeningMatchSchema = new Schema<ScreeningMatch>(
  { kind: requiredString, where: requiredString },
  { _id: false },
)
const sending = new Schema(
  {
    shippedAt: { type: Date, required: true },
    eventId: requiredString,
    carrier: optionalString,
    trackingNumber: optionalString,
  },
  { _id: false, id: false },
)
/** The stored form of a `Parcel`. */
export const parcelSchema = new Schema(
  {
    id: requiredString,
    prank: {
      id: requiredString,
      name: requiredString,
      description: String,
      tier: requiredString,
      image: requiredString,
    },
    contactId: optionalString,
    contact: {
      name: requiredString,
      address: String,
      address2: optionalString,
      city: String,
      state: String,
      zipCode: String,
    },
    quantity: { type: Number, required: true },
    shippedAt: { type: Date, default: null },
    eventId: optionalString,
    withdrawnAt: { type: Date, default: null },
    carrier: optionalString,
    trackingNumber: optionalString,
    trackedAt: Date,
    adminNotes: optionalString,
    printedAt: Date,
    prints: Number,
    heldBecause: String,
    review: { type: [screeningMatchSchema], default: undefined },
    deliveredAt: Date,
    deliveryReportedAt: Date,
    returnedAt: Date,
    sentAgainAt: Date,
    addressDigest: String,
    arriveBy: String,
    shipBy: Date,
    earlier: { type: [sending], default: undefined },
    forgottenAt: Date,
  },
  { _id: false, id: false },
)
