import { randomInt } from 'node:crypto'
import { type CustomerDataService, customerDataServices, type ErasedCount } from '@prankpost/contracts'

/** The deletion of an account, kept in its place: what was said, by whom, and to whom the receipt goes. */
export interface Deletion {
  receipt: string
  requestedAt: Date
  /** Where the receipt goes; taken away once it was sent, after 30 days in any case. */
  email?: string
  /** Whether that address was shown to be its owner's. */
  emailVerified: boolean
  answers: Partial<Record<CustomerDataService, { counts: ErasedCount[]; erasedAt: Date }>>
  /** When the last service had answered. */
  erasedAt: Date | null
  /**
   * The account that takes this one's place, from the write that deletes this one until that one exists. Set when the
   * owner of a never verified address set a new password by a mailed link.
   */
  successor?: { id: string; email: string }
}

// Without those that are taken for one another when they are read out.
const signs = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** A number for a receipt that nobody guesses: 12 of 31 signs. */
export const newReceipt = () =>
  Array.from({ length: 3 }, () =>
    Array.from({ length: 4 }, () => signs[randomInt(signs.length)]).join(''),
  ).join('-')

/** Whether every service has answered. */
export const isErased = ({ answers }: Pick<Deletion, 'answers'>) =>
  customerDataServices.every((service) => answers[service] !== undefined)
