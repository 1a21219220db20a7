import { type OutboxDocument, outboxFields } from '@prankpost/messaging'
import { type Connection, type Model, Schema } from 'mongoose'

/** A session that ended before its token expires; stored until then. */
export interface EndedSession extends OutboxDocument {
  /** The session's id. */
  _id: string
  ownerId: string
  endedAt: Date
  expiresAt: Date
}

const schema = new Schema<EndedSession>(
  {
    _id: { type: String, required: true },
    ownerId: { type: String, required: true },
    endedAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true, index: { expireAfterSeconds: 0 } },
    ...outboxFields,
  },
  { versionKey: false, collection: 'ended_sessions' },
)

export type EndedSessionModel = Model<EndedSession>

/** The collection of ended sessions on a connection. */
export function createEndedSessionModel(connection: Connection): EndedSessionModel {
  return connection.model<EndedSession>('EndedSession', schema)
}
