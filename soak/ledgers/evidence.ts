import type { Entry, Ledger } from '../../bench/proof/compare.ts'
import type { Journal } from '../journal.ts'
import type { Stores } from '../stores.ts'
import type { StripeBooks } from '../stripe-books.ts'

/** All that the checker knows: Stripe's books, what the people know of what they did, what the services keep. */
export interface Evidence {
  books: StripeBooks
  journal: Pick<Journal, 'purchases' | 'plans' | 'statuses' | 'parcels' | 'members'>
  stores: Stores
}

/** Ledgers of one kind of thing. */
export type LedgerMaker = (evidence: Evidence) => Ledger[]

/** Entries by how sure it is that they must be there: `unsure` may be, `not done` must not. */
export function bySureness(things: { done: 'sure' | 'unsure' | 'not done'; entry: Entry }[]) {
  const those = (wanted: string) => things.filter(({ done }) => done === wanted).map(({ entry }) => entry)
  return { expected: those('sure'), allowed: those('unsure') }
}
