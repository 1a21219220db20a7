import {
  type ContactMessage,
  type ContactMessageStatus,
  type ContactSubmitInput,
  contactMessageStatuses,
} from '@prankpost/contracts'
import { searchTermsOf } from '@prankpost/service-kit'
import { type Connection, type Model, Schema, Types } from 'mongoose'

/** A message of the contact form, and what the operator made of it. Any status may follow any other. */
export interface Message {
  _id: Types.ObjectId
  name: string
  email: string
  subject: string
  message: string
  status: ContactMessageStatus
  /** Null while there are none. */
  adminNotes: string | null
  /** Lower-case words that the operator's search looks in. */
  searchTerms: string[]
  createdAt: Date
}

/** How long a message is kept: what was agreed by mail may be asked about for two years. */
const keptDays = 730

const words = { type: String, required: true }

const schema = new Schema<Message>(
  {
    name: words,
    email: words,
    subject: words,
    message: words,
    status: { type: String, required: true, enum: contactMessageStatuses },
    adminNotes: { type: String, default: null },
    searchTerms: [String],
    createdAt: { type: Date, required: true },
  },
  { versionKey: false, collection: 'messages' },
)
// The operator's list, newest first.
schema.index({ status: 1, _id: -1 })
schema.index({ searchTerms: 1, status: 1 })
// What a customer wrote who wants to know, or goes.
schema.index({ email: 1, createdAt: 1 })
schema.index({ createdAt: 1 }, { expireAfterSeconds: keptDays * 86_400 })

export type MessageModel = Model<Message>

/** The collection of messages on a connection. */
export function createMessageModel(connection: Connection): MessageModel {
  return connection.model<Message>('Message', schema)
}

/** A new message as it is stored. */
export function newMessage(
  input: ContactSubmitInput,
  { _id = new Types.ObjectId(), createdAt = new Date() }: Partial<Pick<Message, '_id' | 'createdAt'>> = {},
): Message {
  const searchTerms = searchTermsOf([
    String(_id),
    String(_id).slice(-8),
    input.name,
    input.email,
    input.subject,
  ])
  return { ...input, _id, status: 'new', adminNotes: null, searchTerms, createdAt }
}

/** What only the search needs of a message. */
export const hiddenFields = { searchTerms: 0 } as const
export type ListedMessage = Omit<Message, keyof typeof hiddenFields>

/** A message as the operator sees it. */
export function toDto(message: ListedMessage): ContactMessage {
  const { _id, subject, name, email, message: text, status, adminNotes, createdAt } = message
  return {
    id: String(_id),
    subject,
    name,
    email,
    message: text,
    status,
    adminNotes,
    createdAt: createdAt.toISOString(),
  }
}
