import { type Connection, type Model, Schema } from 'mongoose'

/** What is counted: pranks sent, kinds of them, targets pranked, targets saved, paid months, plans. */
export const tracks = ['prank', 'kind', 'target', 'contact', 'month', 'plan'] as const
export type Track = (typeof tracks)[number]

/**
 * One thing that a customer did, under a key that is the same however often and by whichever event it
 * is told. For `target` it is one pranked target with its first `maxHits` parcels.
 */
interface Progress {
  /** `track:key`. */
  _id: string
  ownerId: string
  track: Track
  /** How often: 1, for `target` the number of hits. */
  count: number
  /** When it happened first; for `target` when the last of its hits did. */
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
// A track of a customer: the most often pranked target, or the earliest things, first.
schema.index({ ownerId: 1, track: 1, count: -1, at: 1 })

export type ProgressModel = Model<Progress>

/** The collection of progress on a connection. */
export function createProgressModel(connection: Connection): ProgressModel {
  return connection.model<Progress>('Progress', schema)
}
