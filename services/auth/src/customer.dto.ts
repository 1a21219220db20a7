import type { AdminCustomer } from '@prankpost/contracts'
import type { Account } from './user.model.ts'

/** The fields that operators see in lists. */
export const customerFields = {
  email: 1,
  emailVerifiedAt: 1,
  firstName: 1,
  lastName: 1,
  createdAt: 1,
  blocked: 1,
} as const

/** A customer as operators see it. */
export function toCustomerDto(account: Pick<Account, '_id' | keyof typeof customerFields>): AdminCustomer {
  const { _id, email, emailVerifiedAt, firstName, lastName, createdAt, blocked } = account
  return {
    id: _id,
    email,
    emailVerified: emailVerifiedAt != null,
    firstName,
    lastName,
    createdAt: createdAt.toISOString(),
    blocked: blocked ? { ...blocked, at: blocked.at.toISOString() } : null,
  }
}
