import { type AvatarId, avatarIds, type Contact as ContactDto } from '@prankpost/contracts'
import { type OutboxDocument, outboxFields } from '@prankpost/messaging'
import { type Connection, type Model, Schema } from 'mongoose'

/** How many targets one address book holds. */
export const maxContacts = 500

/** A target in a customer's address book. What is removed keeps only its id and its unsent events. */
export interface Contact extends OutboxDocument {
  _id: string
  ownerId: string
  /** Its place in the book, 0 to 499: the unique key that bounds the book, whoever adds at once. */
  slot: number
  name: string
  address: string
  city: string
  state: string
  zipCode: string
  profilePicture: AvatarId
  createdAt: Date
  updatedAt: Date
  /** Set when it was removed while an event of it waited for the broker. */
  removedAt?: Date
}

/** Required, until the contact is removed. For an update `this` is the query, which knows what it sets. */
function isKept(this: { get(path: string): unknown }) {
  return this.get('removedAt') == null
}
const text = { type: String, required: isKept }

const schema = new Schema<Contact>(
  {
    _id: { type: String, required: true },
    ownerId: text,
    slot: { type: Number, required: isKept, min: 0, max: maxContacts - 1 },
    name: text,
    address: text,
    city: text,
    state: text,
    zipCode: text,
    profilePicture: { ...text, enum: avatarIds },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
    removedAt: { type: Date, index: { sparse: true } },
    ...outboxFields,
  },
  { versionKey: false, minimize: false },
)
schema.index({ ownerId: 1, createdAt: -1, _id: -1 })
// Removed ones have no owner any more and do not take part.
schema.index(
  { ownerId: 1, slot: 1 },
  { unique: true, partialFilterExpression: { ownerId: { $exists: true } } },
)

export type ContactModel = Model<Contact>

/** The collection of contacts on a connection. */
export function createContactModel(connection: Connection): ContactModel {
  return connection.model<Contact>('Contact', schema)
}

/** What of a contact its customer and the operator see. */
export const contactFields = {
  name: 1,
  address: 1,
  city: 1,
  state: 1,
  zipCode: 1,
  profilePicture: 1,
} as const

/** What is taken away from a contact that its customer removed: all but its id and its events. */
export const removedFields = { ownerId: 1, slot: 1, ...contactFields } as const

/** A contact as answers show it. */
export function toDto(contact: Pick<Contact, '_id' | keyof typeof contactFields>): ContactDto {
  const { _id, name, address, city, state, zipCode, profilePicture } = contact
  return { id: _id, name, address, city, state: state as ContactDto['state'], zipCode, profilePicture }
}
