import { type ContactMessage, type ContactMessageStatus, contactMessageStatuses } from '@prankpost/contracts'
import { findListPage, invalid, searchFilter } from '@prankpost/service-kit'
import type { QueryFilter } from 'mongoose'
import type { Deps } from '../deps.ts'
import { type ListedMessage, listProjection, type Message, toDto } from '../message.model.ts'

export interface ListFilter {
  status?: string | undefined
  q?: string | undefined
}
interface ListMessagesInput extends ListFilter {
  limit: number
  cursor?: string | undefined
}

/**
 * The operator's list, newest first. `q` finds words that begin with the given text in ids, names, e-mails and
 * subjects; `total` counts the matches, up to `mostCounted`.
 * @throws 400 for an unknown status
 */
export async function listMessages(
  { limit, cursor, ...filter }: ListMessagesInput,
  { messages }: Pick<Deps, 'messages'>,
): Promise<{ items: ContactMessage[]; total: number; nextCursor: string | null }> {
  const { documents, ...page } = await findListPage<Message, ListedMessage>(messages, {
    filter: messageFilter(filter),
    limit,
    cursor,
    projection: listProjection,
  })
  return { items: documents.map(toDto), ...page }
}

/** The filter of the operator's list. @throws 400 for an unknown status */
export function messageFilter({
  status,
  q,
}: ListFilter): Pick<QueryFilter<Message>, 'status' | 'searchTerms'> {
  const known = contactMessageStatuses.find((one): one is ContactMessageStatus => one === status)
  if (status && known === undefined) throw invalid('There is no such status.')
  return { ...(known === undefined ? {} : { status: known }), ...searchFilter(q) }
}
