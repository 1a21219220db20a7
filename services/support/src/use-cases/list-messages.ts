import {
  type AnswerOf,
  type ContactMessageStatus,
  contactMessageStatuses,
  type QueryOf,
} from '@prankpost/contracts'
import { findListPage, invalid, searchFilter } from '@prankpost/service-kit'
import type { QueryFilter } from 'mongoose'
import type { Deps } from '../deps.ts'
import { type ListedMessage, listProjection, type Message, toDto } from '../message.model.ts'

/**
 * The operator's list, newest first. `q` finds words that begin with the given text in ids, names, e-mails and
 * subjects; `total` counts the matches, up to `mostCounted`.
 * @throws 400 for an unknown status
 */
export async function listMessages(
  { limit, cursor, ...filter }: QueryOf<'GET /api/admin/contact-messages'>,
  { messages }: Pick<Deps, 'messages'>,
): Promise<AnswerOf<'GET /api/admin/contact-messages'>> {
  const { documents, ...page } = await findListPage<Message, ListedMessage>(messages, {
    filter: messageFilter(filter),
    limit,
    cursor,
    projection: listProjection,
  })
  return { items: documents.map(toDto), ...page }
}

/** The filter of the operator's list and its export. @throws 400 for an unknown status */
export function messageFilter({
  status,
  q,
}: QueryOf<'GET /api/admin/contact-messages/export'>): Pick<QueryFilter<Message>, 'status' | 'searchTerms'> {
  const known = contactMessageStatuses.find((one): one is ContactMessageStatus => one === status)
  if (status && known === undefined) throw invalid('There is no such status.')
  return { ...(known === undefined ? {} : { status: known }), ...searchFilter(q) }
}
