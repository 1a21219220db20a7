import type { User as UserDto } from '@prankpost/contracts'
import { type Connection, type Model, Schema } from 'mongoose'

/** A customer's account. The e-mail address is stored as it is compared: trimmed, lower case. */
export interface User {
  _id: string
  email: string
  /** argon2id, with its parameters and salt. */
  passwordHash: string
  firstName: string
  lastName: string
  createdAt: Date
}

const text = { type: String, required: true }

const schema = new Schema<User>(
  {
    _id: text,
    email: { ...text, unique: true },
    passwordHash: text,
    firstName: text,
    lastName: text,
    createdAt: { type: Date, required: true },
  },
  { versionKey: false },
)

export type UserModel = Model<User>

/** The collection of users on a connection. */
export function createUserModel(connection: Connection): UserModel {
  return connection.model<User>('User', schema)
}

/** What of a user is shown to them; the hash never leaves this service. */
export const userFields = { email: 1, firstName: 1, lastName: 1, createdAt: 1 } as const

/** A user as answers show them. */
export function toDto({ _id, email, firstName, lastName, createdAt }: Omit<User, 'passwordHash'>): UserDto {
  return { id: _id, email, firstName, lastName, createdAt: createdAt.toISOString() }
}
