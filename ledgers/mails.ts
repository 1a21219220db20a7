import type { Db } from 'mongodb'
import { readDocuments } from './documents.ts'
import type { Comparer } from './evidence.ts'

/** A mail as the notification service stores it: without its content. */
export interface StoredMail {
  userId: string
  kind: string
  status: string
}

export const readMails = (database: Db) =>
  readDocuments<StoredMail>(database, 'mails', ['userId', 'kind', 'status'])

/** Every customer who signed up was sent one link to verify the address. */
export const compareMails: Comparer = ({ people: { members }, shop: { mails } }) => [
  {
    name: 'mails to verify an address',
    expected: [...members.keys()].map((id) => [id, { status: 'sent' }]),
    actual: mails
      .filter(({ kind, userId }) => kind === 'verify-email' && members.has(userId))
      .map(({ userId, status }) => [userId, { status }]),
  },
]
