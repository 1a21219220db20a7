import { Schema } from 'mongoose'

/** Why a slot was drawn: with the month, because the customer asked for another one, or because the earlier draw failed. */
const drawCauses = ['month', 'swap', 'replacement'] as const

/** One prank of a month, as it was drawn. It contains ids only: names are read when the draw is shown. */
export interface DrawnSlot {
  /** 1 to the number of parcels of the month. */
  slot: number
  prankId: string
  /** Null while the customer has no target that may be drawn. */
  contactId: string | null
  cause: (typeof drawCauses)[number]
  /** The parcel that was shipped for it; prank and target are those of the parcel from then on. */
  parcelId: string | null
}

/** Its schema in a month. */
export const drawnSlotSchema = new Schema<DrawnSlot>(
  {
    slot: { type: Number, required: true },
    prankId: { type: String, required: true },
    contactId: { type: String, default: null },
    cause: { type: String, required: true, enum: drawCauses },
    parcelId: { type: String, default: null },
  },
  { _id: false, id: false },
)
