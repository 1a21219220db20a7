import { randomInt } from 'node:crypto'
import { type CustomerDataService, customerDataServices, type ErasedCount } from '@prankpost/contracts'

/**
 * The deletion of an account, stored in the account's document: what each service answered, and where the receipt is
 * sent.
 */
export interface Deletion {
  receipt: string
  requestedAt: Date
  /** The address for the receipt; removed once the receipt was sent, and after 30 days in any case. */
  email?: string
  /** Whether the owner of the account had verified that address. */
  emailVerified: boolean
  answers: Partial<Record<CustomerDataService, { counts: ErasedCount[]; erasedAt: Date }>>
  /** When the last service had answered. */
  erasedAt: Date | null
  /**
   * The account that replaces this one; set from the write that deletes this account until the new account exists. Used
   * when the owner of an unverified address sets a new password with a mailed link.
   */
  successor?: { id: string; email: string }
}

// Without characters that are confused when they are read aloud.
const characters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** A receipt number that cannot be guessed: 12 of 31 characters. */
export const newReceipt = () =>
  Array.from({ length: 3 }, () =>
    Array.from({ length: 4 }, () => characters[randomInt(characters.length)]).join(''),
  ).join('-')

/** Whether every service has answered. */
export const isErased = ({ answers }: Pick<Deletion, 'answers'>) =>
  customerDataServices.every((service) => answers[service] !== undefined)
