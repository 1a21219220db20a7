import { type Connection, type Model, Schema } from 'mongoose'
import { type News, recordedTypes } from './stripe-news.ts'

/** A Stripe event: only what is needed to read its object from Stripe, without personal data. */
export interface StripeEvent extends News {
  /** Stripe's id of the event. Unique, so that a copy is rejected. */
  _id: string
  state: 'received' | 'done'
  /** When it happened at Stripe, and when it was received. */
  createdAt: Date
  receivedAt: Date
  attempts: number
  /** When it is processed next, by any replica. Only set until it is done. */
  nextAttemptAt?: Date
  /** When it is deleted. Only set once it is done. */
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
// The size of the backlog and its oldest event.
schema.index({ state: 1, receivedAt: 1 })

export type StripeEventModel = Model<StripeEvent>

/** The model of Stripe's events on a connection. */
export function createStripeEventModel(connection: Connection): StripeEventModel {
  return connection.model<StripeEvent>('StripeEvent', schema)
}
