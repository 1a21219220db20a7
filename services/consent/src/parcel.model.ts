import { capDays } from '@prankpost/contracts'
import { type Connection, type Model, Schema } from 'mongoose'

/**
 * When a paid parcel no longer counts: 30 days after it was paid or sent, and not before 30 days after its ship-by date. So parcels
 * that are paid in different months for one day count on that day.
 */
export const countsUntil = ({ at, shipBy }: Pick<CountedParcel, 'at' | 'shipBy'>): Date =>
  new Date(Math.max(at.getTime(), shipBy?.getTime() ?? 0) + capDays * 86_400_000)

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
  /** The revision of the parcels' state in order that it follows; missing before an address was corrected. */
  revision?: number
  /** The session that can be paid. */
  sessionId?: string
  /** When it was held, paid or sent. */
  at: Date
  /** Until when it is sent, if it is to arrive on a day; missing once it was sent. */
  shipBy?: Date | undefined
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
    revision: Number,
    sessionId: String,
    at: { type: Date, required: true },
    shipBy: Date,
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
