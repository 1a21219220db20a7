import type { LedgerMaker } from './evidence.ts'

/** Mails: everybody who signed up was sent one link to verify their address. */
export const mailLedgers: LedgerMaker = ({ journal, stores }) => [
  {
    name: 'mails to verify an address',
    expected: [...journal.members.keys()].map((id) => [id, { status: 'sent' }]),
    actual: stores.mails
      .filter(({ kind, userId }) => kind === 'verify-email' && journal.members.has(userId))
      .map(({ userId, status }) => [userId, { status }]),
  },
]
