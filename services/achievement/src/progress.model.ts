import { type Connection, type Model, Schema } from 'mongoose'

/** The tracks that are counted: pranks sent, kinds of them, targets pranked, targets saved, paid months, plans. */
export const tracks = ['prank', 'kind', 'target', 'contact', 'month', 'plan'] as const
export type Track = (typeof tracks)[number]

/**
 * One counted action of a customer. Its key is the same for every copy and every event that reports it. For `target` it
 * is one pranked target with its earliest parcels.
 */
interface Progress {
  /** `track:key`. */
  _id: string
  ownerId: string
  track: Track
  /** The count: 1, or for `target` the number of hits. */
  count: number
  /** The time of the action; for `target` the time of its last hit. */
  at: Date
  hits?: { id: string; at: Date }[]
}

const schema = new Schema<Progress>(
  {
    _id: { type: String, required: true },
    ownerId: { type: String, required: true },
    track: { type: String, required: true, enum: tracks },
    count: { type: Number, required: true },
    at: { type: Date, required: true },
    hits: { type: [new Schema({ id: String, at: Date }, { _id: false, id: false })], default: undefined },
  },
  { versionKey: false, collection: 'progress' },
)
// The entries of a track of a customer: the most often pranked target first, then the earliest.
schema.index({ ownerId: 1, track: 1, count: -1, at: 1 })

export type ProgressModel = Model<Progress>

/** The collection of progress on a connection. */
export function createProgressModel(connection: Connection): ProgressModel {
  return connection.model<Progress>('Progress', schema)
}
