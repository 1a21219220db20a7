import type { ErasedCount } from '@prankpost/contracts'
import { type OutboxDocument, outboxFields } from '@prankpost/messaging'
import { type Connection, type Model, Schema } from 'mongoose'

/**
 * That a customer's data was erased here, under the customer's id: no name, no address. It is kept for good,
 * since what comes late, be it by a year, must find it.
 */
export interface Erasure extends OutboxDocument {
  _id: string
  receipt: string
  requestedAt: Date
  /** What was found, written down before anything of it was touched: a second try finds less. */
  counts: ErasedCount[]
  /** When all was done and the answer was written. */
  answeredAt: Date | null
  /** When it is looked at again: for calls that were under way, and for what is kept until it was sent. */
  lookAt?: Date
}

const schema = new Schema<Erasure>(
  {
    _id: { type: String, required: true },
    receipt: { type: String, required: true },
    requestedAt: { type: Date, required: true },
    counts: { type: Schema.Types.Mixed, required: true },
    answeredAt: { type: Date, default: null },
    lookAt: { type: Date, index: { sparse: true } },
    ...outboxFields,
  },
  { versionKey: false, collection: 'erasures', minimize: false },
)

/** The collection of erasures on a connection. */
export function createErasureModel(connection: Connection): Model<Erasure> {
  return connection.model<Erasure>('Erasure', schema)
}
