import { type Connection, type Model, Schema } from 'mongoose'

/** How far another service's recent events have been checked. */
export interface ReconciliationPosition {
  /** The name of the reconciliation: the source of the events, and their purpose. */
  _id: string
  /** All events before this time have been checked. */
  from: Date
  /** The end of the current window, and where its next page begins. */
  until: Date | null
  cursor: string | null
  /** Whether a record of the current window could not be repaired: the next window begins where this one did. */
  hasFailed?: boolean
  /** When any replica may read the next page. */
  dueAt: Date
}

const schema = new Schema<ReconciliationPosition>(
  {
    _id: { type: String, required: true },
    from: { type: Date, required: true },
    until: { type: Date, default: null },
    cursor: { type: String, default: null },
    hasFailed: Boolean,
    dueAt: { type: Date, required: true },
  },
  { versionKey: false, collection: 'reconciliations' },
)

type PositionModel = Model<ReconciliationPosition>

/** Registers the model of positions on a connection; several reconciliations of a service share it. */
export function createPositionModel(connection: Connection): PositionModel {
  const known = connection.models.ReconciliationPosition as PositionModel | undefined
  return known ?? connection.model<ReconciliationPosition>('ReconciliationPosition', schema)
}
