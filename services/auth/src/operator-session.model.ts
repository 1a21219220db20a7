import { type Connection, type Model, Schema, type Types } from 'mongoose'

/** A session of an operator. Its token is only in the cookie; the database contains its digest. */
export interface OperatorSession {
  _id: Types.ObjectId
  tokenDigest: string
  operatorId: string
  /**
   * When the password that it was started with was set; a newer one ends the session. Missing in sessions of earlier versions,
   * which have ended.
   */
  passwordSetAt?: Date
  startedAt: Date
  lastSeenAt: Date
  expiresAt: Date
  /** The address and browser that it was started from. */
  address: string
  browser: string
}

const requiredString = { type: String, required: true }
const requiredDate = { type: Date, required: true }

const schema = new Schema<OperatorSession>(
  {
    tokenDigest: { ...requiredString, unique: true },
    operatorId: requiredString,
    passwordSetAt: Date,
    startedAt: requiredDate,
    lastSeenAt: requiredDate,
    expiresAt: requiredDate,
    address: requiredString,
    browser: { type: String, default: '' },
  },
  { versionKey: false, collection: 'operatorSessions' },
)
schema.index({ operatorId: 1, startedAt: -1 })
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })

export type OperatorSessionModel = Model<OperatorSession>

/** The collection of operators' sessions on a connection. */
export function createOperatorSessionModel(connection: Connection): OperatorSessionModel {
  return connection.model<OperatorSession>('OperatorSession', schema)
}
