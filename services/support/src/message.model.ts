import {
  type ContactMessage,
  type ContactMessageStatus,
  type ContactSubmitInput,
  type ContactThread,
  contactMessageStatuses,
  type LinkedThread,
  maxReplies,
  replySenders,
} from '@prankpost/contracts'
import { type OutboxDocument, outboxFields } from '@prankpost/messaging'
import { searchTermsOf } from '@prankpost/service-kit'
import { type Connection, type Model, Schema, Types } from 'mongoose'

/** A reply in the thread of a message. */
export interface Reply {
  id: string
  from: (typeof replySenders)[number]
  text: string
  at: Date
  /** The name of the operator; null for the customer. */
  by: string | null
  /** The idempotency key of the call that added it, if it had one. */
  key?: string
}

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
  /** The operator who works on it. Missing until the first one. */
  assignee?: { id: string | null; name: string } | null
  /** The thread, oldest first, at most `maxReplies`. Missing until the first reply. */
  replies?: Reply[]
  /** Lower-case words that the operator's search uses. */
  searchTerms: string[]
  /** The digest of the idempotency key and the fields of the call that stored it. Missing without a key. */
  callDigest?: string
  createdAt: Date
}

/** How long a message is kept: agreements made by mail may be questioned for two years. */
const retentionDays = 730

const requiredString = { type: String, required: true }

const replySchema = new Schema<Reply>(
  {
    id: requiredString,
    from: { ...requiredString, enum: replySenders },
    text: requiredString,
    at: { type: Date, required: true },
    by: { type: String, default: null },
    key: String,
  },
  { _id: false },
)

const assigneeSchema = new Schema(
  { id: { type: String, default: null }, name: requiredString },
  { _id: false },
)

const schema = new Schema<Message>(
  {
    name: requiredString,
    email: requiredString,
    subject: requiredString,
    message: requiredString,
    status: { type: String, required: true, enum: contactMessageStatuses },
    adminNotes: { type: String, default: null },
    assignee: { type: assigneeSchema, default: undefined },
    replies: { type: [replySchema], default: undefined },
    searchTerms: [String],
    callDigest: { type: String, index: { unique: true, sparse: true } },
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
  {
    _id = new Types.ObjectId(),
    createdAt = new Date(),
    ...call
  }: Partial<Pick<Message, '_id' | 'createdAt' | 'callDigest'>> = {},
): NewMessage {
  const searchTerms = searchTermsOf([
    String(_id),
    String(_id).slice(-8),
    input.name,
    input.email,
    input.subject,
  ])
  return { ...input, ...call, _id, status: 'new', adminNotes: null, searchTerms, createdAt }
}

/** Fields that only the search, repeated calls and the outbox use. */
export const hiddenFields = { searchTerms: 0, callDigest: 0, revision: 0, outbox: 0, outboxDueAt: 0 } as const
/** Lists do not read the texts of threads, which may be much longer than the messages. */
export const listProjection = { ...hiddenFields, 'replies.text': 0, 'replies.key': 0 } as const

type ShownMessage = Omit<Message, keyof typeof hiddenFields>
/** A message without the texts of its thread. */
export type ListedMessage = Omit<ShownMessage, 'replies'> & { replies?: Omit<Reply, 'text' | 'key'>[] }

/**
 * Since when the customer waits for an answer: since the message, or the first reply after the latest answer. Null when
 * it is answered or resolved.
 */
export function waitingSince({
  status,
  createdAt,
  replies = [],
}: Pick<ListedMessage, 'status' | 'createdAt' | 'replies'>): Date | null {
  if (status === 'resolved') return null
  const answer = replies.findLastIndex(({ from }) => from === 'operator')
  return answer === -1 ? createdAt : (replies[answer + 1]?.at ?? null)
}

/** A message as the operator sees it. */
export function toDto(message: ListedMessage): ContactMessage {
  const { _id, subject, name, email, message: text, status, adminNotes, createdAt } = message
  const { assignee = null, replies = [] } = message
  return {
    id: String(_id),
    subject,
    name,
    email,
    message: text,
    status,
    adminNotes,
    createdAt: createdAt.toISOString(),
    assignee,
    replyCount: replies.length,
    answered: replies.at(-1)?.from === 'operator',
    waitingSince: waitingSince(message)?.toISOString() ?? null,
  }
}

/** A message with its thread, as the operator sees it. */
export const toThread = (message: ShownMessage): ContactThread => ({
  ...toDto(message),
  replies: (message.replies ?? []).map((one) => ({ ...toReply(one), by: one.by })),
})

/** A thread as its customer sees it: without the names of operators, notes and status. */
export const toLinkedThread = (
  { subject, message, createdAt, replies = [] }: ShownMessage,
  expiresAt: Date,
): LinkedThread => ({
  subject,
  message,
  createdAt: createdAt.toISOString(),
  replies: replies.map(toReply),
  isFull: replies.length >= maxReplies,
  expiresAt: expiresAt.toISOString(),
})

/** A reply as its customer sees it. */
export const toReply = ({ id, from, text, at }: Reply) => ({ id, from, text, at: at.toISOString() })
