import type { CustomerMailKind, MailLinkPurpose } from '@prankpost/contracts'
import { type Connection, type Model, Schema } from 'mongoose'

/** How long the record of a mail is kept. */
const retentionDays = 400

/** The kinds of mails. */
export type MailKind =
  | MailLinkPurpose
  | 'password-changed'
  | 'account-deleted'
  | CustomerMailKind
  /** To the sender of a message: an operator's answer. */
  | 'message-replied'
  /** To a recipient who asked that nothing is sent to an address. */
  | 'do-not-prank-code'
  /** To operators. */
  | 'operator-invited'
  | 'refund-failed'
  | 'dispute-opened'
  | 'stock-low'
  | 'digest'
  | 'message-answered'

/** One mail; its id is the id of the event that requests it, or the day of a digest. Address and link are not stored. */
export interface Mail {
  _id: string
  /** Null for a mail to the operator, and for mails about a message, which need no account. */
  userId: string | null
  kind: MailKind
  /**
   * `sending` while a process has claimed it, until `claimedUntil`; then `sent`, or `not-needed` when the mail is no
   * longer needed. `refused` when the mail server rejected it permanently: a replay by the operator tries again.
   */
  status: 'sending' | 'sent' | 'not-needed' | 'refused'
  claimedUntil: Date
  /** A new id for each claim: a process renews and releases only its own. */
  claimedBy?: string
  /** When the event was first received. */
  at: Date
  settledAt: Date | null
}

const requiredString = { type: String, required: true }
const requiredDate = { type: Date, required: true }

const schema = new Schema<Mail>(
  {
    _id: requiredString,
    userId: { type: String, default: null },
    kind: requiredString,
    status: { ...requiredString, enum: ['sending', 'sent', 'not-needed', 'refused'] },
    claimedUntil: requiredDate,
    claimedBy: String,
    at: requiredDate,
    settledAt: { type: Date, default: null },
  },
  { versionKey: false, collection: 'mails' },
)
// For a customer's data export and deletion, and for the operator's view of a customer.
schema.index({ userId: 1, at: -1 })
schema.index({ at: 1 }, { expireAfterSeconds: retentionDays * 86_400 })

export type MailModel = Model<Mail>

/** The collection of mails on a connection. */
export function createMailModel(connection: Connection): MailModel {
  return connection.model<Mail>('Mail', schema)
}
