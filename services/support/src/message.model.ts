import {
  type ContactMessage,
  type ContactMessageStatus,
  type ContactSubmitInput,
  contactMessageStatuses,
} from '@prankpost/contracts'
import { type OutboxDocument, outboxFields } from '@prankpost/messaging'
import { searchTermsOf } from '@prankpost/service-kit'
import { type Connection, type Model, Schema, Types } from 'mongoose'

/** A message of the contact form, with the status and notes of the operator. Any status may follow any other. */
export interface Message extends OutboxDocument {
  _id: Types.ObjectId
  name: string
  email: string
  subject: string
  message: string
  status: ContactMessageStatus
  /** Null when there are no notes. */
  adminNotes: string | null
  /** Lower-case words that the operator's search uses. */
  searchTerms: string[]
  createdAt: Date
}

/** How long a message is kept: agreements made by mail may be questioned for two years. */
const retentionDays = 730

const requiredString = { type: String, required: true }

const schema = new Schema<Message>(
  {
    name: requiredString,
    email: requiredString,
    subject: requiredString,
    message: requiredString,
    status: { type: String, required: true, enum: contactMessageStatuses },
    adminNotes: { type: String, default: null },
    searchTerms: [String],
    createdAt: { type: Date, required: true },
    ...outboxFields,
  },
  { versionKey: false, collection: 'messages' },
)
// The operator's list, newest first.
schema.index({ status: 1, _id: -1 })
schema.index({ searchTerms: 1, status: 1 })
// For a customer's data export and deletion.
schema.index({ email: 1, createdAt: 1 })
schema.index({ createdAt: 1 }, { expireAfterSeconds: retentionDays * 86_400 })

export type MessageModel = Model<Message>

/** The collection of messages on a connection. */
export function createMessageModel(connection: Connection): MessageModel {
  return connection.model<Message>('Message', schema)
}

export type NewMessage = Omit<Message, keyof OutboxDocument>

/** A new message as it is stored. */
export function newMessage(
  input: ContactSubmitInput,
  { _id = new Types.ObjectId(), createdAt = new Date() }: Partial<Pick<Message, '_id' | 'createdAt'>> = {},
): NewMessage {
  const searchTerms = searchTermsOf([
    String(_id),
    String(_id).slice(-8),
    input.name,
    input.email,
    input.subject,
  ])
  return { ...input, _id, status: 'new', adminNotes: null, searchTerms, createdAt }
}

/** Fields that only the search and the outbox use. */
export const hiddenFields = { searchTerms: 0, revision: 0, outbox: 0, outboxDueAt: 0 } as const
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
