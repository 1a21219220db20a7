import { type Connection, type Model, Schema } from 'mongoose'

/** What is known of sessions that are void before they run out. */
export interface EndedSession {
  /** The id of a session that ended, or `user:<id>` for all that were started with an older password. */
  _id: string
  /** Of `user:<id>`: sessions of a password that was set before this are void. */
  before?: Date
  /** From here on no token can be valid that this is about. */
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

/** The collection of ended sessions on a connection. */
export function createEndedSessionModel(connection: Connection): Model<EndedSession> {
  return connection.model<EndedSession>('EndedSession', schema)
}
