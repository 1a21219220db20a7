import { type Connection, type Model, Schema } from 'mongoose'

/** How far another service's recent events have been looked through. */
export interface ReconciliationPosition {
  /** Whose events, and for what. */
  _id: string
  /** Everything that was told before this has been looked at. */
  from: Date
  /** The window under way, and where its next page begins. */
  until: Date | null
  cursor: string | null
  /** When the next page may be read, by whichever replica comes first. */
  dueAt: Date
}

const schema = new Schema<ReconciliationPosition>(
  {
    _id: { type: String, required: true },
    from: { type: Date, required: true },
    until: { type: Date, default: null },
    cursor: { type: String, default: null },
    dueAt: { type: Date, required: true },
  },
  { versionKey: false, collection: 'reconciliations' },
)

type PositionModel = Model<ReconciliationPosition>

/** The collection of positions on a connection; several reconciliations of a service share it. */
export function createPositionModel(connection: Connection): PositionModel {
  const known = connection.models.ReconciliationPosition as PositionModel | undefined
  return known ?? connection.model<ReconciliationPosition>('ReconciliationPosition', schema)
}
