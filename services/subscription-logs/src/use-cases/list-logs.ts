import { type LogAction, logActions, type SubscriptionLog } from '@prankpost/contracts'
import { findListPage, invalid, searchFilter } from '@prankpost/service-kit'
import type { QueryFilter } from 'mongoose'
import type { Deps } from '../deps.ts'
import { hiddenFields, type ListedEntry, toDto } from '../log.dto.ts'
import type { LogEntry } from '../log.model.ts'

export interface ListFilter {
  status?: string | undefined
  q?: string | undefined
}
interface ListLogsInput extends ListFilter {
  limit: number
  cursor?: string | undefined
}

/**
 * Lists the entries of all plans, newest first. `status` is an action. `q` matches the beginning of words in ids,
 * e-mails, tracking numbers and targets. `total` counts the matching entries, up to `mostCounted`.
 * @throws 400 for an unknown action
 */
export async function listLogs(
  { limit, cursor, ...filter }: ListLogsInput,
  { logs }: Pick<Deps, 'logs'>,
): Promise<{ items: SubscriptionLog[]; total: number; nextCursor: string | null }> {
  const { documents, ...page } = await findListPage<LogEntry, ListedEntry>(logs, {
    filter: logFilter(filter),
    limit,
    cursor,
    projection: hiddenFields,
  })
  return { items: documents.map(toDto), ...page }
}

/** The database filter of the operator's list. @throws 400 for an unknown action */
export function logFilter({ status, q }: ListFilter): Pick<QueryFilter<LogEntry>, 'action' | 'searchTerms'> {
  const known = logActions.find((one): one is LogAction => one === status)
  if (status && known === undefined) throw invalid('There is no such action.')
  return { ...(known === undefined ? {} : { action: known }), ...searchFilter(q) }
}
