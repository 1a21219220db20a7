import { type OperatorRole, operatorRoles } from '@prankpost/contracts'
import { type OutboxDocument, outboxFields } from '@prankpost/messaging'
import { type Connection, type Model, Schema } from 'mongoose'

/** The one-time codes of an operator. */
interface Totp {
  /** Encrypted by `Totps`. */
  secret: string
  /** The time step of the last used code: no code works twice. */
  lastStep: number
  /** Digests of the recovery codes that were not used. */
  recoveryCodes: string[]
}

/** A person who works in the shop. Nothing of it is shared with customers' accounts. */
export interface Operator extends OutboxDocument {
  _id: string
  name: string
  /** In the form used for comparisons: trimmed and in lower case. */
  email: string
  role: OperatorRole
  /** Null until the first invitation is accepted. */
  passwordHash: string | null
  /** Sessions from before it are void. */
  passwordSetAt: Date | null
  /** The open invitation; a later one replaces it. Null once it is accepted. */
  invitedAt: Date | null
  totp: Totp | null
  /** A secret that is not confirmed yet, encrypted. */
  newTotpSecret: string | null
  createdAt: Date
  lastSeenAt: Date | null
  /** Lower-case words that the owner's search matches. */
  searchTerms: string[]
}

const requiredString = { type: String, required: true }
const totp = new Schema(
  { secret: requiredString, lastStep: { type: Number, required: true }, recoveryCodes: [String] },
  { _id: false },
)

const schema = new Schema<Operator>(
  {
    _id: requiredString,
    name: requiredString,
    email: { ...requiredString, unique: true },
    role: { ...requiredString, enum: operatorRoles },
    passwordHash: { type: String, default: null },
    passwordSetAt: { type: Date, default: null },
    invitedAt: { type: Date, default: null },
    totp: { type: totp, default: null },
    newTotpSecret: { type: String, default: null },
    createdAt: { type: Date, required: true },
    lastSeenAt: { type: Date, default: null },
    searchTerms: [String],
    ...outboxFields,
  },
  { versionKey: false },
)
schema.index({ searchTerms: 1, _id: -1 })
schema.index({ role: 1 })

export type OperatorModel = Model<Operator>

/** The collection of operators on a connection. */
export function createOperatorModel(connection: Connection): OperatorModel {
  return connection.model<Operator>('Operator', schema)
}
