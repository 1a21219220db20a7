import type { FunnelStep, PrankStep, VisitSource } from '@prankpost/contracts'
import { type Connection, type Model, Schema } from 'mongoose'

export type SourceCounts = Partial<Record<FunnelStep, number>>
/** The name is that of the last count. */
export type PrankCounts = Partial<Record<PrankStep, number>> & { name: string }

/**
 * How many visits reached each step on a day (`_id`, UTC). Numbers only: nothing in it is about a single visitor. It is not
 * part of `days`, because browsers are its only source and a rebuild must keep it.
 */
export interface FunnelDay {
  _id: string
  sources?: Partial<Record<VisitSource, SourceCounts>>
  /** By the id of the prank. */
  pranks?: Record<string, PrankCounts>
}

const schema = new Schema<FunnelDay>(
  {
    _id: { type: String, required: true },
    sources: Schema.Types.Mixed,
    pranks: Schema.Types.Mixed,
  },
  { versionKey: false, minimize: false, collection: 'funnel' },
)

export type FunnelModel = Model<FunnelDay>

/** The model of the funnel on a connection. */
export function createFunnelModel(connection: Connection): FunnelModel {
  return connection.model<FunnelDay>('FunnelDay', schema)
}
