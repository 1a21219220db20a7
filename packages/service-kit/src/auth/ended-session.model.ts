import { type Connection, type Model, Schema } from 'mongoose'

/** Marks one session, or all older sessions of a customer, as ended before the token expires. */
export interface EndedSession {
  /** The id of a session that ended, or `user:<id>` for all that were started with an older password. */
  _id: string
  /** Only for `user:<id>`: sessions whose password was set before this time are invalid. */
  before?: Date
  /** After this time every token that this entry is about has expired. */
  expiresAt: Date
}

const schema = new Schema<EndedSession>(
  {
    _id: { type: String, required: true },
    before: Date,
    expiresAt: { type: Date, required: true, index: { expireAfterSeconds: 0 } },
  },
  { versionKey: false, collection: 'ended_sessions' },
)

/** Registers the model of ended sessions on a connection. */
export function createEndedSessionModel(connection: Connection): Model<EndedSession> {
  return connection.model<EndedSession>('EndedSession', schema)
}
