import { type Connection, type Model, Schema } from 'mongoose'

/** The seed of a month's draws, and its commitment. Both are one write, and never change. */
export interface DrawSeed {
  /** The month in UTC, such as `2026-12`. */
  _id: string
  seed: string
  /** The SHA-256 hash of the seed. */
  commitment: string
  committedAt: Date
}

const text = { type: String, required: true }
const schema = new Schema<DrawSeed>(
  { _id: text, seed: text, commitment: text, committedAt: { type: Date, required: true } },
  { versionKey: false, collection: 'draw_seeds' },
)

export type DrawSeedModel = Model<DrawSeed>

/** The collection of seeds on a connection. */
export const createDrawSeedModel = (connection: Connection): DrawSeedModel =>
  connection.model<DrawSeed>('DrawSeed', schema)
