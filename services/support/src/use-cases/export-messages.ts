import { streamList } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import { type ListedMessage, listProjection, type Message } from '../message.model.ts'
import { type ListFilter, messageFilter } from './list-messages.ts'

/**
 * All messages that match a filter of the operator's list, newest first, streamed from a cursor.
 * @throws 400 for an unknown status
 */
export function exportMessages(
  filter: ListFilter,
  { messages }: Pick<Deps, 'messages'>,
): AsyncIterable<ListedMessage> {
  return streamList<Message, ListedMessage>(messages, {
    filter: messageFilter(filter),
    projection: listProjection,
  })
}
