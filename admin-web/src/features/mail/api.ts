import type { ContactMessage, ContactMessagePatch } from '@prankpost/contracts/support'
import type { QueryClient } from '@tanstack/react-query'
import { adminCall } from '../../lib/admin-call.ts'
import { countQuery, listKeyOf, listQuery } from '../../lib/admin-list.ts'
import type { ListState } from '../../lib/list-state.ts'

const endpoint = 'GET /api/admin/contact-messages'
const listKey = listKeyOf('mail')

/** How many messages there are, whatever the filter says. */
export const mailCount = countQuery('mail', endpoint)

/** A page of messages. */
export const mailList = (state: ListState) => listQuery('mail', endpoint, state)

/** One message as it is now; null when it is gone. */
export async function readMessage(id: string): Promise<ContactMessage | null> {
  const { items } = await adminCall(endpoint, { query: { q: id, limit: 1 } })
  return items.find((message) => message.id === id) ?? null
}

/** Sets status or notes; sent to its end even if the page is left meanwhile. */
export function changeMessage(id: string, patch: ContactMessagePatch): Promise<ContactMessage> {
  return adminCall('PUT /api/admin/contact-messages/:id', { params: { id }, body: patch, keepalive: true })
}

export async function removeMessage(id: string): Promise<void> {
  await adminCall('DELETE /api/admin/contact-messages/:id', { params: { id } })
}

interface MailPage {
  items: ContactMessage[]
  total: number
  nextCursor: string | null
}

/** Changes a message in every list that was read. */
export function patchMessage(
  queryClient: QueryClient,
  id: string,
  change: (message: ContactMessage) => ContactMessage,
) {
  queryClient.setQueriesData<MailPage>({ queryKey: listKey }, (page) =>
    page === undefined
      ? page
      : { ...page, items: page.items.map((message) => (message.id === id ? change(message) : message)) },
  )
}

/** Asks for lists and count anew. */
export function refreshMail(queryClient: QueryClient) {
  return queryClient.invalidateQueries({ queryKey: ['mail'] })
}

/** Stops reads whose answers are older than the change that is about to be made. */
export function stopOlderReads(queryClient: QueryClient) {
  return queryClient.cancelQueries({
    queryKey: listKey,
    // A list that was never read would wait for its answer for ever.
    predicate: ({ state }) => state.data !== undefined,
  })
}
