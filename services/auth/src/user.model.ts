import type { User as UserDto } from '@prankpost/contracts'
import { type OutboxDocument, outboxFields } from '@prankpost/messaging'
import { type Connection, type Model, Schema } from 'mongoose'
import type { Deletion } from './deletion.ts'

/** A customer's account. The e-mail address is stored as it is compared: trimmed, lower case. */
export interface Account {
  _id: string
  email: string
  /** Null until somebody followed a link that was sent there. */
  emailVerifiedAt: Date | null
  /** argon2id, with its parameters and salt. */
  passwordHash: string
  /** Grows with each new password; sessions of an older one are void. Accounts of old have none. */
  passwordSetAt?: Date
  firstName: string
  lastName: string
  createdAt: Date
  /** Of a deleted account: nothing else of it tells whose it was. */
  deletion?: Deletion
}
export type User = Account & OutboxDocument

const text = { type: String, required: true }

const schema = new Schema<User>(
  {
    _id: text,
    email: { ...text, unique: true },
    emailVerifiedAt: { type: Date, default: null },
    passwordHash: text,
    passwordSetAt: Date,
    firstName: text,
    lastName: text,
    createdAt: { type: Date, required: true },
    deletion: { type: Schema.Types.Mixed, default: undefined },
    ...outboxFields,
  },
  { versionKey: false },
)

// Deletions that are late, and addresses that were kept for long enough.
schema.index({ 'deletion.requestedAt': 1 }, { sparse: true })

export type UserModel = Model<User>

/** The collection of users on a connection. */
export function createUserModel(connection: Connection): UserModel {
  return connection.model<User>('User', schema)
}

/** When an account's present password was set. */
export const passwordSetAtOf = ({ passwordSetAt, createdAt }: Pick<Account, 'passwordSetAt' | 'createdAt'>) =>
  passwordSetAt ?? createdAt

/** When a password is set that takes the present one's place: it only ever grows, whatever the clocks of replicas say. */
export const nextPasswordSetAt = (account: Pick<Account, 'passwordSetAt' | 'createdAt'>) =>
  new Date(Math.max(Date.now(), passwordSetAtOf(account).getTime() + 1))

/** What of a user is shown to them; the hash never leaves this service. */
export const userFields = { email: 1, firstName: 1, lastName: 1, createdAt: 1 } as const

/** What is read of an account to show it. */
export type ShownAccount = Pick<Account, '_id' | keyof typeof userFields>

/** A user as answers show them. */
export function toDto({ _id, email, firstName, lastName, createdAt }: ShownAccount): UserDto {
  return { id: _id, email, firstName, lastName, createdAt: createdAt.toISOString() }
}
