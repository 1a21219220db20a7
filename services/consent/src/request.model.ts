import { type OutboxDocument, outboxFields } from '@prankpost/messaging'
import { type Connection, type Model, Schema, type Types } from 'mongoose'

/** A request that waits for its code. It contains the digest of the address, not the address. */
export interface ListingRequest extends OutboxDocument {
  _id: Types.ObjectId
  digest: string
  /** Where the code goes; null once it is confirmed, and for requests that a slip's code confirms. */
  email: string | null
  /** How many codes were tried, right ones included. */
  tries: number
  /** When it ends and is deleted. */
  until: Date
}

const schema = new Schema<ListingRequest>(
  {
    digest: { type: String, required: true },
    email: { type: String, default: null },
    tries: { type: Number, required: true },
    until: { type: Date, required: true },
    ...outboxFields,
  },
  { versionKey: false, collection: 'requests' },
)
schema.index({ until: 1 }, { expireAfterSeconds: 0 })

export type RequestModel = Model<ListingRequest>

/** The requests that wait for their codes, on a connection. */
export const createRequestModel = (connection: Connection): RequestModel =>
  connection.model<ListingRequest>('ListingRequest', schema)
