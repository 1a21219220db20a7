import { confirmations, type DoNotPrankEntry } from '@prankpost/contracts'
import { type OutboxDocument, outboxFields } from '@prankpost/messaging'
import { type Connection, type Model, Schema, type Types } from 'mongoose'

/** An address that gets no parcels. */
export interface Listing extends OutboxDocument {
  _id: Types.ObjectId
  /** The keyed digest of the address; unique. */
  digest: string
  confirmedBy: (typeof confirmations)[number]
  listedAt: Date
}

const schema = new Schema<Listing>(
  {
    digest: { type: String, required: true, unique: true },
    confirmedBy: { type: String, required: true, enum: confirmations },
    listedAt: { type: Date, required: true },
    ...outboxFields,
  },
  { versionKey: false, collection: 'listings' },
)

export type ListingModel = Model<Listing>

/** The do-not-prank list on a connection. */
export const createListingModel = (connection: Connection): ListingModel =>
  connection.model<Listing>('Listing', schema)

/** An entry as operators see it. */
export const toDto = ({
  _id,
  listedAt,
  confirmedBy,
}: Pick<Listing, '_id' | 'listedAt' | 'confirmedBy'>): DoNotPrankEntry => ({
  id: String(_id),
  listedAt: listedAt.toISOString(),
  confirmedBy,
})
