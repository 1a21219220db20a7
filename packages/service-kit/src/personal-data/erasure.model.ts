import type { ErasedCount } from '@prankpost/contracts'
import { type OutboxDocument, outboxFields } from '@prankpost/messaging'
import { type Connection, type Model, Schema } from 'mongoose'

/**
 * Records that a customer's data was erased here. It contains the customer's id, but no name or address. It is kept
 * permanently, because an event that arrives late, even by a year, must find it.
 */
export interface Erasure extends OutboxDocument {
  _id: string
  receipt: string
  requestedAt: Date
  /** The records that were found, counted before any was erased, because a retry finds fewer. */
  counts: ErasedCount[]
  /** When the erasure was finished and the answer was written. */
  answeredAt: Date | null
  /**
   * When the erasure is repeated: while it is not answered, then for calls that were running, and for data that is kept until
   * its parcel is sent.
   */
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

/** Registers the model of erasures on a connection. */
export function createErasureModel(connection: Connection): Model<Erasure> {
  return connection.model<Erasure>('Erasure', schema)
}
