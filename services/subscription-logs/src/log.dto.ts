import { formatCents, type SubscriptionLog } from '@prankpost/contracts'
import type { LogEntry } from './log.model.ts'

/** The fields of an entry that only the search uses. */
export const hiddenFields = { searchTerms: 0 } as const
export type ListedEntry = Omit<LogEntry, keyof typeof hiddenFields>

/** An entry as the operator sees it. */
export function toDto({ _id, at, ownerId, email, amountCents, ...shown }: ListedEntry): SubscriptionLog {
  return {
    id: _id,
    createdAt: at.toISOString(),
    user: { id: ownerId, email },
    amount: formatCents(amountCents),
    ...shown,
  }
}
