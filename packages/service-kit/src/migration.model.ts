import { type Connection, type Model, Schema } from 'mongoose'

/** How far a migration has come. */
export interface MigrationState {
  /** The migration's name. */
  _id: string
  /** The `_id` up to which the look that is under way has come; null at its beginning. */
  position: unknown
  /** Documents that this look has changed so far. */
  changed: number
  /** Documents changed by all looks. */
  total: number
  /** When the next batch may be taken, by whichever replica comes first. */
  dueAt: Date
  startedAt: Date
  doneAt: Date | null
}

const schema = new Schema<MigrationState>(
  {
    _id: { type: String, required: true },
    position: { type: Schema.Types.Mixed, default: null },
    changed: { type: Number, default: 0 },
    total: { type: Number, default: 0 },
    dueAt: { type: Date, required: true },
    startedAt: { type: Date, required: true },
    doneAt: { type: Date, default: null },
  },
  { versionKey: false, collection: 'migrations', minimize: false },
)

/** The collection of migrations on a connection. */
export function createMigrationModel(connection: Connection): Model<MigrationState> {
  const known = connection.models.MigrationState as Model<MigrationState> | undefined
  return known ?? connection.model<MigrationState>('MigrationState', schema)
}
