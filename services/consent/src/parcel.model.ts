import { type Connection, type Model, Schema } from 'mongoose'

/**
 * A parcel that counts for the caps of its address: `held` while its order is not paid, then `used`. `released` does not
 * count: it was withdrawn. It stays until its time, so that an event that is late does not count it again.
 */
export interface CountedParcel {
  /** The id of the parcel, as all services use it. */
  _id: string
  /** The order or the plan. */
  purchaseId: string
  /** The keyed digest of its address. */
  digest: string
  /** The keyed digest of its sender at this house; null for a guest. */
  sender: string | null
  state: 'held' | 'used' | 'released'
  /** Its places among the parcels of the address, and of the sender at the house: unique, so that parallel calls cannot exceed a cap. */
  slot?: string
  senderSlot?: string
  /** The session that can be paid. */
  sessionId?: string
  /** When it was held or paid. */
  at: Date
  /** When it no longer counts and is deleted. */
  until: Date
}

const text = { type: String, required: true }
const schema = new Schema<CountedParcel>(
  {
    _id: text,
    purchaseId: { ...text, index: true },
    digest: text,
    sender: { type: String, default: null },
    state: { ...text, enum: ['held', 'used', 'released'] },
    slot: { type: String, index: { unique: true, sparse: true } },
    senderSlot: { type: String, index: { unique: true, sparse: true } },
    sessionId: String,
    at: { type: Date, required: true },
    until: { type: Date, required: true },
  },
  { versionKey: false, collection: 'parcels' },
)
// For the caps.
schema.index({ digest: 1, state: 1, until: 1 })
schema.index({ sender: 1, state: 1, until: 1 })
schema.index({ until: 1 }, { expireAfterSeconds: 0 })

export type ParcelModel = Model<CountedParcel>

/** The parcels that count for caps, on a connection. */
export const createParcelModel = (connection: Connection): ParcelModel =>
  connection.model<CountedParcel>('CountedParcel', schema)
