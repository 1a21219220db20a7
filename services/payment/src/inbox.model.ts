import { type Connection, type Model, Schema } from 'mongoose'
import { type News, recordedTypes } from './stripe-news.ts'

/** One of Stripe's events: only what is needed to ask Stripe about it, nothing of the people in it. */
export interface StripeEvent extends News {
  /** Stripe's id of the event: a copy finds it taken. */
  _id: string
  state: 'received' | 'done'
  /** When it happened at Stripe, and when it came here. */
  createdAt: Date
  receivedAt: Date
  attempts: number
  /** When it is worked off next, by whichever replica comes first; only until it is done. */
  nextAttemptAt?: Date
  /** When its id may be forgotten; only once it is done. */
  forgetAt?: Date
}

const schema = new Schema<StripeEvent>(
  {
    _id: { type: String, required: true },
    type: { type: String, required: true, enum: recordedTypes },
    objectId: { type: String, required: true },
    state: { type: String, required: true, enum: ['received', 'done'] },
    createdAt: { type: Date, required: true },
    receivedAt: { type: Date, required: true },
    attempts: { type: Number, required: true },
    nextAttemptAt: { type: Date, index: { sparse: true } },
    forgetAt: { type: Date, index: { sparse: true, expires: 0 } },
  },
  { versionKey: false, collection: 'inbox' },
)
// How many wait, and since when.
schema.index({ state: 1, receivedAt: 1 })

export type StripeEventModel = Model<StripeEvent>

/** The collection of Stripe's events on a connection. */
export function createStripeEventModel(connection: Connection): StripeEventModel {
  return connection.model<StripeEvent>('StripeEvent', schema)
}
