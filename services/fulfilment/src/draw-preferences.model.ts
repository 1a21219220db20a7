import { type Connection, type Model, Schema } from 'mongoose'

/** What is never drawn for a plan. */
interface PlanPreferences {
  /** The plan. */
  _id: string
  ownerId: string
  excludedPrankIds: string[]
  excludedContactIds: string[]
}

const schema = new Schema<PlanPreferences>(
  {
    _id: { type: String, required: true },
    ownerId: { type: String, required: true, index: true },
    excludedPrankIds: [String],
    excludedContactIds: [String],
  },
  { versionKey: false, minimize: false, collection: 'draw-preferences' },
)

export type PreferencesModel = Model<PlanPreferences>

/** The collection of preferences on a connection. */
export function createPreferencesModel(connection: Connection): PreferencesModel {
  return connection.model<PlanPreferences>('DrawPreferences', schema)
}
