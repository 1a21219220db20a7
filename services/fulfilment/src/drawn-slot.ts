import type { ScreeningMatch } from '@prankpost/contracts'
import { Schema } from 'mongoose'
import { type Parcel, type ParcelAddress, screeningMatchSchema } from './parcel.model.ts'

/** Why a slot was drawn: with the month, because the customer asked for another one, or because the earlier draw failed. */
const drawCauses = ['month', 'swap', 'replacement'] as const

/** One prank of a month, as it was drawn. Until its label is printed it contains ids only: names are read when the draw is shown. */
export interface DrawnSlot {
  /** 1 to the number of parcels of the month. */
  slot: number
  prankId: string
  /** Null while the customer has no target that may be drawn. */
  contactId: string | null
  /** Consent's digest of the target's address. Slots of earlier versions, and without a target, do not have it. */
  addressDigest?: string | undefined
  cause: (typeof drawCauses)[number]
  /** The parcel that was shipped for it; prank and target are those of the parcel from then on. */
  parcelId: string | null
  /** What is on its label, once that is printed: prank and address stay from then on. */
  printed?: { at: Date; count: number; prank: Parcel['prank']; contact: ParcelAddress } | undefined
  /** Why an operator holds it: it is not sent until it is released. */
  heldBecause?: string | null
  /** What a person has to review before it is sent; missing when nothing is left to review. */
  review?: ScreeningMatch[] | undefined
  /** The digest of the address that a person reviews, or released: it is not reviewed again. */
  reviewKey?: string
}

const text = { type: String, required: true }
const printed = new Schema(
  {
    at: { type: Date, required: true },
    count: { type: Number, required: true },
    prank: { id: text, name: text, description: String, tier: text, image: text },
    contact: { name: text, address: String, address2: String, city: String, state: String, zipCode: String },
  },
  { _id: false, id: false },
)

/** Its schema in a month. */
export const drawnSlotSchema = new Schema<DrawnSlot>(
  {
    slot: { type: Number, required: true },
    prankId: { type: String, required: true },
    contactId: { type: String, default: null },
    addressDigest: String,
    cause: { type: String, required: true, enum: drawCauses },
    parcelId: { type: String, default: null },
    printed: { type: printed, default: undefined },
    heldBecause: String,
    review: { type: [screeningMatchSchema], default: undefined },
    reviewKey: String,
  },
  { _id: false, id: false },
)
