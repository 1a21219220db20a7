import { type AnswerOf, type LogAction, logActions, type QueryOf } from '@prankpost/contracts'
import { findListPage, invalid, searchFilter } from '@prankpost/service-kit'
import type { QueryFilter } from 'mongoose'
import type { Deps } from '../deps.ts'
import { hiddenFields, type ListedEntry, toDto } from '../log.dto.ts'
import type { LogEntry } from '../log.model.ts'

/**
 * Lists the entries of all plans, newest first. `status` is an action. `q` matches the beginning of words in ids,
 * e-mails, tracking numbers and targets. `total` counts the matching entries, up to `mostCounted`.
 * @throws 400 for an unknown action
 */
export async function listLogs(
  { limit, cursor, ...filter }: QueryOf<'GET /api/admin/subscription-logs'>,
  { logs }: Pick<Deps, 'logs'>,
): Promise<AnswerOf<'GET /api/admin/subscription-logs'>> {
  const { documents, ...page } = await findListPage<LogEntry, ListedEntry>(logs, {
    filter: logFilter(filter),
    limit,
    cursor,
    projection: hiddenFields,
  })
  return { items: documents.map(toDto), ...page }
}

/** The database filter of the operator's list and its export. @throws 400 for an unknown action */
export function logFilter({
  status,
  q,
}: QueryOf<'GET /api/admin/subscription-logs/export'>): Pick<
  QueryFilter<LogEntry>,
  'action' | 'searchTerms'
> {
  const known = logActions.find((one): one is LogAction => one === status)
  if (status && known === undefined) throw invalid('There is no such action.')
  return { ...(known === undefined ? {} : { action: known }), ...searchFilter(q) }
}
