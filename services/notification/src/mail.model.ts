import type { MailLinkPurpose } from '@prankpost/contracts'
import { type Connection, type Model, Schema } from 'mongoose'

/** How long it is kept what was sent. */
const keptDays = 400

/** What mails are about. */
export type MailKind = MailLinkPurpose | 'password-changed' | 'account-deleted'

/** One mail to a customer, under the id of the event that asks for it. Neither address nor link is kept. */
export interface Mail {
  _id: string
  userId: string
  kind: MailKind
  /**
   * `sending` while a process has it until `claimedUntil`; then `sent` or, when it had no use any more,
   * `not-needed`. `refused` by the mail server for good: a replay by the operator tries again.
   */
  status: 'sending' | 'sent' | 'not-needed' | 'refused'
  claimedUntil: Date
  /** When the event came in first. */
  at: Date
  settledAt: Date | null
}

const text = { type: String, required: true }
const date = { type: Date, required: true }

const schema = new Schema<Mail>(
  {
    _id: text,
    userId: text,
    kind: text,
    status: { ...text, enum: ['sending', 'sent', 'not-needed', 'refused'] },
    claimedUntil: date,
    at: date,
    settledAt: { type: Date, default: null },
  },
  { versionKey: false, collection: 'mails' },
)
// What was sent to a customer who wants to know, or goes.
schema.index({ userId: 1 })
schema.index({ at: 1 }, { expireAfterSeconds: keptDays * 86_400 })

export type MailModel = Model<Mail>

/** The collection of mails on a connection. */
export function createMailModel(connection: Connection): MailModel {
  return connection.model<Mail>('Mail', schema)
}
