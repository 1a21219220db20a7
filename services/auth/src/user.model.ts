import type { CustomerMailKind, StoredAgreement, User as UserDto } from '@prankpost/contracts'
import { type OutboxDocument, outboxFields } from '@prankpost/messaging'
import { agreementSchema, searchTermsOf } from '@prankpost/service-kit'
import { type Connection, type Model, Schema } from 'mongoose'
import type { Deletion } from './deletion.ts'

/** A customer's account. The e-mail address is stored in the form used for comparisons: trimmed and in lower case. */
export interface Account {
  _id: string
  email: string
  /** Null until a link that was mailed to the address is used. */
  emailVerifiedAt: Date | null
  /** argon2id, with its parameters and salt. */
  passwordHash: string
  /** Increases with each new password and when an operator ends all sessions; sessions of an older date are void. Missing in old accounts. */
  passwordSetAt?: Date
  /** When the present password was set, once `passwordSetAt` differs because an operator ended all sessions. */
  passwordChangedAt?: Date
  firstName: string
  lastName: string
  createdAt: Date
  /** The kinds of mails that the customer switched off. Missing while none is. */
  mailsOff?: CustomerMailKind[]
  /** What the customer agreed to when they signed up. Missing in old accounts. */
  agreements?: StoredAgreement[]
  /** True in accounts that operators see: all but deleted ones. */
  isListed?: boolean
  /** Lower-case words that the operator's search matches. */
  searchTerms?: string[]
  /** Who blocked the customer; null or missing while the customer is not blocked. */
  blocked?: { at: Date; by: string; reason: string } | null
  /** Increases with each block and its end, so that readers can ignore late events. */
  blockChangedAt?: Date
  /** Operators' notes, oldest first, with the idempotency keys of their calls. Customers never see them. */
  notes?: { at: Date; by: string; text: string; key?: string }[]
  /** Set when the account is deleted. No other field of a deleted account identifies the customer. */
  deletion?: Deletion
}
export type User = Account & OutboxDocument

const requiredString = { type: String, required: true }

/** What an operator did and wrote. */
const remark = (text: string) =>
  new Schema(
    { at: { type: Date, required: true }, by: requiredString, [text]: requiredString },
    { _id: false },
  )

const schema = new Schema<User>(
  {
    _id: requiredString,
    email: { ...requiredString, unique: true },
    emailVerifiedAt: { type: Date, default: null },
    passwordHash: requiredString,
    passwordSetAt: Date,
    passwordChangedAt: Date,
    firstName: requiredString,
    lastName: requiredString,
    createdAt: { type: Date, required: true },
    mailsOff: { type: [String], default: undefined },
    agreements: { type: [agreementSchema], default: undefined },
    isListed: Boolean,
    searchTerms: { type: [String], default: undefined },
    blocked: { type: remark('reason'), default: undefined },
    blockChangedAt: Date,
    notes: { type: [remark('text').add({ key: String })], default: undefined },
    deletion: { type: Schema.Types.Mixed, default: undefined },
    ...outboxFields,
  },
  { versionKey: false },
)

// For overdue deletions, and for addresses whose retention has ended.
schema.index({ 'deletion.requestedAt': 1 }, { sparse: true })

// The operator's list, newest first.
schema.index({ isListed: 1, _id: -1 })
schema.index({ searchTerms: 1, isListed: 1 })

export type UserModel = Model<User>

/** The collection of users on a connection. */
export function createUserModel(connection: Connection): UserModel {
  return connection.model<User>('User', schema)
}

/** The fields by which operators find an account. */
export const listedFields = (account: Pick<Account, '_id' | 'email' | 'firstName' | 'lastName'>) => ({
  isListed: true,
  searchTerms: searchTermsOf([account._id, account.email, account.firstName, account.lastName]),
})

/** The date that sessions of an account need. */
export const passwordSetAtOf = ({ passwordSetAt, createdAt }: Pick<Account, 'passwordSetAt' | 'createdAt'>) =>
  passwordSetAt ?? createdAt

/** When an account's present password was set; the end of all sessions does not move it. */
export const passwordChangedAtOf = (
  account: Pick<Account, 'passwordChangedAt' | 'passwordSetAt' | 'createdAt'>,
) => account.passwordChangedAt ?? passwordSetAtOf(account)

/** The `passwordSetAt` of a new password. It only increases, even if the clocks of replicas differ. */
export const nextPasswordSetAt = (account: Pick<Account, 'passwordSetAt' | 'createdAt'>) =>
  new Date(Math.max(Date.now(), passwordSetAtOf(account).getTime() + 1))

/** The fields that a user may see; the hash never leaves this service. */
export const userFields = { email: 1, firstName: 1, lastName: 1, createdAt: 1 } as const

/** The fields that are read to show an account. */
export type ShownAccount = Pick<Account, '_id' | keyof typeof userFields>

/** A user as responses show it. */
export function toDto({ _id, email, firstName, lastName, createdAt }: ShownAccount): UserDto {
  return { id: _id, email, firstName, lastName, createdAt: createdAt.toISOString() }
}
