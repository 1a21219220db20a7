import { type AvatarId, avatarIds, type Contact as ContactDto } from '@prankpost/contracts'
import { type OutboxDocument, outboxFields } from '@prankpost/messaging'
import { type Connection, type Model, Schema } from 'mongoose'

/** The maximum number of targets in an address book. */
export const maxContacts = 500

/** A target in a customer's address book. A removed target keeps only its id and its unsent events. */
export interface Contact extends OutboxDocument {
  _id: string
  ownerId: string
  /** Its place in the address book, 0 to 499: a unique key that limits the book, also for concurrent calls. */
  slot: number
  name: string
  address: string
  /** Contacts of earlier versions do not have it. */
  address2?: string | null
  city: string
  state: string
  zipCode: string
  profilePicture: AvatarId
  createdAt: Date
  updatedAt: Date
  /** Set when it was removed while one of its events was still in the outbox. */
  removedAt?: Date
}

/** Required until the contact is removed. For an update `this` is the query, which knows the values it sets. */
function isNotRemoved(this: { get(path: string): unknown }) {
  return this.get('removedAt') == null
}
const requiredText = { type: String, required: isNotRemoved }

const schema = new Schema<Contact>(
  {
    _id: { type: String, required: true },
    ownerId: requiredText,
    slot: { type: Number, required: isNotRemoved, min: 0, max: maxContacts - 1 },
    name: requiredText,
    address: requiredText,
    address2: { type: String, default: null },
    city: requiredText,
    state: requiredText,
    zipCode: requiredText,
    profilePicture: { ...requiredText, enum: avatarIds },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
    removedAt: { type: Date, index: { sparse: true } },
    ...outboxFields,
  },
  { versionKey: false, minimize: false },
)
schema.index({ ownerId: 1, createdAt: -1, _id: -1 })
// Removed contacts have no owner and are not in this index.
schema.index(
  { ownerId: 1, slot: 1 },
  { unique: true, partialFilterExpression: { ownerId: { $exists: true } } },
)

export type ContactModel = Model<Contact>

/** The collection of contacts on a connection. */
export function createContactModel(connection: Connection): ContactModel {
  return connection.model<Contact>('Contact', schema)
}

/** The fields of a contact that its customer and the operator see. */
export const contactFields = {
  name: 1,
  address: 1,
  address2: 1,
  city: 1,
  state: 1,
  zipCode: 1,
  profilePicture: 1,
} as const

/** The fields that are removed from a contact that its customer removed: all but its id and its events. */
export const removedFields = { ownerId: 1, slot: 1, ...contactFields } as const

/** A contact as responses show it. */
export function toDto(contact: Pick<Contact, '_id' | keyof typeof contactFields>): ContactDto {
  const { _id, name, address, address2 = null, city, state, zipCode, profilePicture } = contact
  return {
    id: _id,
    name,
    address,
    address2,
    city,
    state: state as ContactDto['state'],
    zipCode,
    profilePicture,
  }
}
