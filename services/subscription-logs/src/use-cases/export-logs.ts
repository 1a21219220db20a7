import type { SubscriptionLog } from '@prankpost/contracts'
import { streamList } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import { hiddenFields, type ListedEntry, toDto } from '../log.dto.ts'
import type { LogEntry } from '../log.model.ts'
import { type ListFilter, logFilter } from './list-logs.ts'

/**
 * All entries of the operator's list under a filter, newest first, one at a time from a cursor.
 * @throws 400 for an unknown action
 */
export function exportLogs(filter: ListFilter, { logs }: Pick<Deps, 'logs'>): AsyncIterable<SubscriptionLog> {
  return shown(
    streamList<LogEntry, ListedEntry>(logs, { filter: logFilter(filter), projection: hiddenFields }),
  )
}

async function* shown(found: AsyncIterable<ListedEntry>): AsyncGenerator<SubscriptionLog> {
  for await (const entry of found) yield toDto(entry)
}
